"""Random kernels: nested loops and conditions around stores to private and global memory, with every value defined.

Each work item writes to its own part of `out`, so the order of work items does not matter.
"""

import random

ITEMS, GROUP, PART, INPUT = 8, 4, 8, 16
"""Work items, those of a group, what each writes, and what all read."""

PAIR, NESTED = "tuple<i32, i32>", "tuple<i32, tuple<i32, i32>>"
PARTS = {PAIR: ("i32", "i32"), NESTED: ("i32", PAIR)}
"""The tuples that loops and conditions give, and what they are made of."""


class _Writer:
    """Writes one kernel."""

    def __init__(self, seed: int):
        self.draw = random.Random(seed)
        self.lines: list[str] = []
        self.count = 0
        self.arrays = {f"%p{k}": self.draw.randint(1, 4) for k in range(self.draw.randint(1, 3))}

    def fresh(self, stem: str) -> str:
        self.count += 1
        return f"%{stem}{self.count}"

    def line(self, depth: int, text: str) -> None:
        self.lines.append("  " * depth + text)

    def index(self, size: int, counters: list[tuple[str, int]]) -> str:
        """A place in an array: a number, a counter that fits, or one brought into range."""
        fitting = [name for name, most in counters if most <= size]
        kind = self.draw.random()
        if fitting and kind < 0.6:
            return self.draw.choice(fitting)
        if counters and kind < 0.7:
            return f"({self.draw.choice(counters)[0]} + {self.draw.randint(0, 3)}) mod {size}"
        return str(self.draw.randrange(size))

    def statements(self, depth: int, counters: list[tuple[str, int]], values: list[str]) -> list[str]:
        """Some statements; the values that are defined after them."""
        values = list(values)
        for _ in range(self.draw.randint(1, 4)):
            self.statement(depth, counters, values)
        return values

    def statement(self, depth: int, counters: list[tuple[str, int]], values: list[str]) -> None:
        kind = self.draw.choice(["load", "read", "write", "write", "add", "choose", "out", "for", "for", "if"])
        if depth > 4 and kind in ("for", "if"):
            kind = "write"
        match kind:
            case "load":
                values.append(self.fresh("e"))
                self.line(depth, f"{values[-1]} = kernel.load %x[{self.index(INPUT, counters)}] : i32")
            case "read":
                array, size = self.draw.choice(list(self.arrays.items()))
                values.append(self.fresh("r"))
                self.line(depth, f"{values[-1]} = kernel.load {array}[{self.index(size, counters)}] : i32")
            case "write":
                array, size = self.draw.choice(list(self.arrays.items()))
                place = self.index(size, counters)
                self.line(depth, f"kernel.store {self.draw.choice(values)}, {array}[{place}] : i32")
            case "choose":
                left, right, result = self.value(depth, PAIR, values), self.value(depth, PAIR, values), self.fresh("s")
                self.line(depth, f"{result} = arith.select %c, {left}, {right} : {PAIR}")
                values += self.parts(depth, PAIR, result)
            case "add":
                left, right, result = self.draw.choice(values), self.draw.choice(values), self.fresh("s")
                self.line(depth, f"{result} = arith.{self.draw.choice(['addi', 'muli', 'xori'])} {left}, {right} : i32")
                values.append(result)
            case "out":
                place = f"{PART} * %g + {self.index(PART, counters)}"
                self.line(depth, f"kernel.store {self.draw.choice(values)}, %out[{place}] : i32")
            case "for":
                self.loop(depth, counters, values)
            case _:
                self.condition(depth, counters, values)

    def loop(self, depth: int, counters: list[tuple[str, int]], values: list[str]) -> None:
        name, iterations = self.fresh("i"), self.draw.randint(0, 4)
        unroll, bounds = "", f"0 to {iterations} step {self.draw.randint(1, 3)}"
        match self.draw.randrange(5):
            case 0:
                bounds, iterations = "0 to N step 1", 3
            case 1:
                bounds = f"%l to {iterations} step %size"
            case 2:
                unroll = "unroll "
            case _:
                pass
        inner = [*counters, (name, max(iterations, 1))]
        if self.draw.random() < 0.5:
            self.line(depth, f"kernel.for {unroll}{name} = {bounds} {{")
            self.statements(depth + 1, inner, values)
            self.line(depth, "}")
            return
        type_, result, carried = self.draw.choice(("i32", PAIR, NESTED)), self.fresh("c"), self.fresh("a")
        init = self.value(depth, type_, values)
        self.line(depth, f"{result} = kernel.for {unroll}{name} = {bounds} with ({carried} = {init}) : {type_} {{")
        parts = self.parts(depth + 1, type_, carried)
        found = self.statements(depth + 1, inner, [*values, *parts])
        self.line(depth + 1, f"kernel.yield {self.value(depth + 1, type_, [*found, *parts])} : {type_}")
        self.line(depth, "}")
        values += self.parts(depth, type_, result)

    def value(self, depth: int, type_: str, values: list[str]) -> str:
        """A value of a type, made of others."""
        if type_ == "i32":
            return self.draw.choice(values)
        parts = [self.value(depth, part, values) for part in PARTS[type_]]
        made = self.fresh("t")
        self.line(depth, f"{made} = lift.tuple {', '.join(parts)} : {type_}")
        return made

    def parts(self, depth: int, type_: str, value: str) -> list[str]:
        """The numbers in a value."""
        if type_ == "i32":
            return [value]
        found: list[str] = []
        for k, part in enumerate(PARTS[type_]):
            found += [self.fresh("p")]
            self.line(depth, f"{found[-1]} = lift.get {value}[{k}] : {part}")
            found += self.parts(depth, part, found.pop())
        return found

    def condition(self, depth: int, counters: list[tuple[str, int]], values: list[str]) -> None:
        names = [name for name, _ in counters]
        tests = ["%c", f"%l lt {self.draw.randint(0, 5)}", f"N lt {self.draw.randint(1, 5)}"]
        tests += [f"{name} lt {self.draw.randint(0, 4)}" for name in names]
        test, gives = self.draw.choice(tests), self.draw.random() < 0.5
        type_, result = self.draw.choice(("i32", PAIR, NESTED)), self.fresh("f") if gives else ""
        self.line(depth, f"{result} = kernel.if {test} : {type_} {{" if gives else f"kernel.if {test} {{")
        for branch in range(2 if gives or self.draw.random() < 0.5 else 1):
            if branch:
                self.line(depth, "} else {")
            found = self.statements(depth + 1, counters, values)
            if gives:
                self.line(depth + 1, f"kernel.yield {self.value(depth + 1, type_, found)} : {type_}")
        self.line(depth, "}")
        if gives:
            values += self.parts(depth, type_, result)

    def kernel(self, name: str) -> str:
        launch = f" launch(local = [{GROUP}], groups = [{ITEMS // GROUP}])" if self.draw.random() < 0.7 else ""
        memory = "!kernel.buffer<global, i32>"
        self.line(0, f"kernel.func @{name}<N>(%x: {memory}, %out: {memory}, %c: i1, %v: i32) where [N le 3]{launch} {{")
        for id_, op in (("%g", "global_id"), ("%l", "local_id"), ("%size", "local_size")):
            self.line(1, f"{id_} = kernel.{op} 0 : index")
        self.line(1, "%zero = arith.constant 0 : i32")
        for array, size in self.arrays.items():
            self.line(1, f"{array} = kernel.alloc private i32[{size}]")
            self.lines += [f"  kernel.store %v, {array}[{k}] : i32" for k in range(size)]
        for _ in range(3):
            values = self.statements(1, [], ["%v", "%zero"])
            for k, value in enumerate(values[-3:]):
                self.line(1, f"kernel.store {value}, %out[{PART} * %g + {k}] : i32")
        for k, (array, size) in enumerate(self.arrays.items()):
            self.line(1, f"%last{k} = kernel.load {array}[{size - 1}] : i32")
            self.line(1, f"kernel.store %last{k}, %out[{PART} * %g + {PART - 1 - k}] : i32")
        self.line(0, "}")
        return "\n".join(self.lines)


def random_kernel(seed: int, name: str) -> str:
    """A kernel of N, an input, an output, a bit and a number."""
    return _Writer(seed).kernel(name)
