"""The same workloads by numba, where it is installed: loops as one writes them for it, in parallel over the outermost."""
# pyright: basic
# numba has no types, and what it compiles is written for it: loops over `prange`, without annotations.

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib.util import find_spec
from typing import Any

import numpy as np

HAS_NUMBA = find_spec("numba") is not None
prange: Any = importlib.import_module("numba").prange if HAS_NUMBA else range


def by_numba(name: str, *arguments: Any) -> Mapping[str, Callable[[], Any]]:
    """A version, ready to be called; none where numba is missing."""
    return {"numba": partial(_compiled(name), *arguments)} if HAS_NUMBA else {}


@cache
def _compiled(name: str) -> Callable[..., Any]:
    return importlib.import_module("numba").njit(globals()[f"_{name}"], parallel=True, fastmath=True, cache=True)


def _asum(x):
    total = np.float32(0)
    for i in prange(x.size):
        total += abs(x[i])
    return total


def _nearest(x, y, cx, cy):
    parts = 64
    chunk = (x.size + parts - 1) // parts
    least, where = np.full(parts, np.inf, np.float32), np.zeros(parts, np.int64)
    for part in prange(parts):
        best, at = np.float32(np.inf), 0
        for i in range(part * chunk, min(part * chunk + chunk, x.size)):
            d = (x[i] - np.float32(cx)) ** 2 + (y[i] - np.float32(cy)) ** 2
            if d < best:
                best, at = d, i
        least[part], where[part] = best, at
    part = least.argmin()
    return least[part], where[part]


def _transpose(a):
    n, m = a.shape
    out = np.empty((m, n), a.dtype)
    for block in prange((n + 31) // 32):
        for x in range(0, m, 32):
            for j in range(x, min(x + 32, m)):
                for i in range(32 * block, min(32 * block + 32, n)):
                    out[j, i] = a[i, j]
    return out


def _csr(begins, columns, values, x):
    out = np.empty(begins.size - 1, np.float32)
    for row in prange(out.size):
        total = np.float32(0)
        for k in range(begins[row], begins[row + 1]):
            total += values[k] * x[columns[k]]
        out[row] = total
    return out


def _box(a, side):
    n, m = a.shape
    r = side // 2
    out = np.empty_like(a)
    for y in prange(n):
        for x in range(m):
            total = np.float32(0)
            if r <= y < n - r and r <= x < m - r:
                for j in range(-r, r + 1):
                    for i in range(-r, r + 1):
                        total += a[y + j, x + i]
            else:
                for j in range(-r, r + 1):
                    for i in range(-r, r + 1):
                        total += a[min(max(y + j, 0), n - 1), min(max(x + i, 0), m - 1)]
            out[y, x] = total
    return out


def _seven_point(a, centre):
    planes, n, m = a.shape
    out = np.empty_like(a)
    for z in prange(planes):
        front, back = max(z - 1, 0), min(z + 1, planes - 1)
        for y in range(n):
            above, below = max(y - 1, 0), min(y + 1, n - 1)
            for x in range(m):
                out[z, y, x] = (
                    np.float32(centre) * a[z, y, x] + a[front, y, x] + a[back, y, x] + a[z, above, x] + a[z, below, x]
                    + a[z, y, max(x - 1, 0)] + a[z, y, min(x + 1, m - 1)]
                )  # fmt: skip
    return out


def _jacobi(grid, sweeps):
    n, m = grid.shape
    now, after = grid, np.empty_like(grid)
    spare = np.empty_like(grid)
    for _ in range(sweeps):
        for y in prange(n):
            for x in range(m):
                total = np.float32(0)
                if y > 0:
                    total += now[y - 1, x]
                if x > 0:
                    total += now[y, x - 1]
                if x < m - 1:
                    total += now[y, x + 1]
                if y < n - 1:
                    total += now[y + 1, x]
                after[y, x] = np.float32(0.25) * total
        now, after, spare = after, spare, after
    return now


def _nbody(x, y, z, mass):
    n = x.size
    fx, fy, fz = np.empty_like(x), np.empty_like(x), np.empty_like(x)
    for i in prange(n):
        ax, ay, az = np.float32(0), np.float32(0), np.float32(0)
        for j in range(n):
            dx, dy, dz = x[j] - x[i], y[j] - y[i], z[j] - z[i]
            square = dx * dx + dy * dy + dz * dz + np.float32(1e-3)
            pull = mass[j] / (square * np.sqrt(square))
            ax += pull * dx
            ay += pull * dy
            az += pull * dz
        fx[i], fy[i], fz[i] = ax, ay, az
    return fx, fy, fz


def _kmeans(features, centres):
    count, width = centres.shape
    out = np.empty(features.shape[1], np.int32)
    for i in prange(out.size):
        least, which = np.float32(np.inf), 0
        for c in range(count):
            total = np.float32(0)
            for f in range(width):
                d = features[f, i] - centres[c, f]
                total += d * d
            if total < least:
                least, which = total, c
        out[i] = which
    return out


def _mriq(x, y, z, kx, ky, kz, magnitude):
    re, im = np.empty_like(x), np.empty_like(x)
    for i in prange(x.size):
        real, imaginary = np.float32(0), np.float32(0)
        for k in range(kx.size):
            angle = np.float32(2 * np.pi) * (kx[k] * x[i] + ky[k] * y[i] + kz[k] * z[i])
            real += magnitude[k] * np.cos(angle)
            imaginary += magnitude[k] * np.sin(angle)
        re[i], im[i] = real, imaginary
    return re, im


def _mandelbrot(ys, xs, steps):
    out = np.empty((ys.size, xs.size), np.int32)
    for i in prange(ys.size):
        for j in range(xs.size):
            re, im, count = np.float32(0), np.float32(0), 0
            while count < steps and re * re + im * im <= np.float32(4):
                product = re * im
                re = re * re - im * im + xs[j]
                im = product + product + ys[i]
                count += 1
            out[i, j] = count
    return out


def _softmax(a):
    n, m = a.shape
    out = np.empty_like(a)
    for y in prange(n):
        most = a[y, 0]
        for x in range(1, m):
            most = max(most, a[y, x])
        total = np.float32(0)
        for x in range(m):
            out[y, x] = np.exp(a[y, x] - most)
            total += out[y, x]
        for x in range(m):
            out[y, x] /= total
    return out


def _layer_norm(a, scale, shift):
    n, m = a.shape
    out = np.empty_like(a)
    for y in prange(n):
        total = np.float32(0)
        for x in range(m):
            total += a[y, x]
        mean, squares = total / np.float32(m), np.float32(0)
        for x in range(m):
            squares += (a[y, x] - mean) ** 2
        inverse = np.float32(1) / np.sqrt(squares / np.float32(m) + np.float32(1e-5))
        for x in range(m):
            out[y, x] = (a[y, x] - mean) * inverse * scale[x] + shift[x]
    return out
