"""Two more ops for Lift, from outside of its repository: `extra.interleave` rearranges, `extra.unfold` computes."""
