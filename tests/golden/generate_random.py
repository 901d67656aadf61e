#!/usr/bin/env python3
"""More reference values for the random streams, from NumPy 1.24 and PyTorch 1.13 (CPU with AVX2).

Run:  apt-get install python3-numpy python3-torch && /usr/bin/python3 generate_random.py
Writes random_extra.json beside this script. Long draws are kept as a checksum of all their bits.
"""
import json
import pathlib

import numpy as np
import torch

LONG = 1_000_000


def values(array):
    return [float(value) for value in np.asarray(array, dtype=np.float64).ravel()]


def checksum(array):
    """Sum of bits(value i, as float64) * (2 i + 1), modulo 2**64."""
    bits = np.ascontiguousarray(array, dtype=np.float64).view(np.uint64)
    factors = 2 * np.arange(bits.size, dtype=np.uint64) + np.uint64(1)
    return str(int((bits * factors).sum(dtype=np.uint64)))


def rejected(generator, std, cut, count):
    out = []
    while len(out) < count:
        value = std * generator.standard_normal()
        if abs(value) <= cut:
            out.append(float(value))
    return out


def numpy_topic():
    out = []
    for seed in (0, 3, 2**32 - 1, 2**32, 2**53 - 1):
        fresh = lambda: np.random.default_rng(seed)
        out.append({
            "seed": seed,
            "normal_3_7": values(fresh().normal(3.0, 7.0, 20)),
            "uniform_-2_5": values(fresh().uniform(-2.0, 5.0, 20)),
            "normal_checksum": checksum(fresh().normal(0.0, 1.0, LONG)),
            "normal_3_7_checksum": checksum(fresh().normal(3.0, 7.0, LONG)),
            "uniform_-2_5_checksum": checksum(fresh().uniform(-2.0, 5.0, LONG)),
            "truncated": [{"std": std, "cut": cut, "values": rejected(fresh(), std, cut, 50)}
                          for std, cut in ((0.02, 0.04), (1.0, 2.0), (5.0, 2.0))],
        })
    return out


def filled(seed, size, fill, dtype=torch.float32):
    torch.manual_seed(seed)
    return fill(torch.empty(size, dtype=dtype)).numpy()


def torch_topic():
    out = []
    normal = lambda t: t.normal_(3.0, 0.7)
    uniform = lambda t: t.uniform_(-0.3, 0.7)
    for seed in (0, 7, 2**32 - 1, 2**32 + 5, 2**53 - 1):
        torch.manual_seed(seed)
        mixed = [torch.randn(7), torch.randn(64), torch.rand(3), torch.randn(5, dtype=torch.float64), torch.randn(7)]
        out.append({
            "seed": seed,
            "normal_3_0.7": [values(filled(seed, size, normal)) for size in (1, 7, 16, 21, 48)],
            "normal_3_0.7_checksum": checksum(filled(seed, LONG, normal)),
            "normal_checksum": checksum(filled(seed, LONG, lambda t: t.normal_())),
            "uniform_-0.3_0.7": values(filled(seed, 20, uniform)),
            "uniform_-0.3_0.7_checksum": checksum(filled(seed, LONG, uniform)),
            "normal64_3_0.7": [values(filled(seed, size, normal, torch.float64)) for size in (1, 7, 16, 21, 48)],
            "uniform64_-0.3_0.7": values(filled(seed, 20, uniform, torch.float64)),
            "mixed_7_64_uniform3_double5_7": [values(t) for t in mixed],
            "truncated": [{"std": std, "cut": cut, "size": size, "values": values(filled(
                seed, size, lambda t: torch.nn.init.trunc_normal_(t, 0.0, std, -cut, cut)))}
                for std, cut in ((0.02, 2.0), (0.02, 0.04), (1.0, 2.0), (5.0, 2.0)) for size in (5, 17, 100)],
            "truncated_0.5_1_checksum": checksum(filled(
                seed, LONG, lambda t: torch.nn.init.trunc_normal_(t, 0.0, 0.5, -1.0, 1.0))),
        })
    return out


def main():
    here = pathlib.Path(__file__).parent
    text = json.dumps({"numpy": numpy_topic(), "pytorch": torch_topic()}, indent=None)
    (here / "random_extra.json").write_text(text.replace('{"seed"', '\n{"seed"') + "\n")


if __name__ == "__main__":
    main()
