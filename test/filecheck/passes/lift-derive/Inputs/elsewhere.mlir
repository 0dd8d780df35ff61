rewrite.script @elsewhere of @f {
  rewrite.apply split_join at "%ys" (n = 2)
}
