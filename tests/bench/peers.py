"""The work of the benchmark in NumPy and in PyTorch, on one thread: answers each request, a line, with milliseconds.

series PRECISION SEED    four series of fifty ReLU layers, drawn, passed forward, the RMS of each layer
residual SEED            forty linear layers with and without the skip, forward and backward (PyTorch)
normals COUNT SEED       standard normals
blas                     the names of the BLAS libraries that are loaded
"""
import sys
from time import perf_counter

import numpy as np

DEPTH, WIDTH, BATCH = 50, 256, 128
STDS = (0.01, 0.1, (1 / WIDTH) ** 0.5, (2 / WIDTH) ** 0.5)


class Numpy:
    @staticmethod
    def series(precision, seed):
        for std in STDS:
            rng = np.random.default_rng(int(seed))
            h = rng.normal(0, 1, (BATCH, WIDTH)).astype(precision, copy=False)
            rms = []
            for _ in range(DEPTH):
                weight = rng.normal(0, std, (WIDTH, WIDTH)).astype(precision, copy=False)
                h = np.maximum(0, h @ weight)
                rms.append(np.sqrt((h**2).mean()))

    @staticmethod
    def normals(count, seed):
        np.random.default_rng(int(seed)).standard_normal(int(count))


class Torch:
    def __init__(self):
        import torch

        torch.set_num_threads(1)
        self.torch = torch

    def series(self, precision, seed):
        torch, dtype = self.torch, getattr(self.torch, precision)
        with torch.no_grad():
            for std in STDS:
                torch.manual_seed(int(seed))
                h = torch.randn(BATCH, WIDTH, dtype=dtype)
                rms = []
                for _ in range(DEPTH):
                    weight = torch.empty(WIDTH, WIDTH, dtype=dtype).normal_(0, std)
                    h = torch.relu(h @ weight)
                    rms.append(h.square().mean().sqrt().item())

    def residual(self, seed):
        torch = self.torch
        for skip in (False, True):
            torch.manual_seed(int(seed))
            layers = [torch.nn.Linear(128, 128) for _ in range(40)]
            h = torch.randn(64, 128)
            rms = []
            for layer in layers:
                out = torch.relu(layer(h))
                h = h + out if skip else out
                rms.append(h.detach().square().mean().sqrt().item())
            h.sum().backward()
            norms = [layer.weight.grad.norm().item() for layer in layers]
            assert len(norms) == len(rms)

    def normals(self, count, seed):
        self.torch.manual_seed(int(seed))
        self.torch.randn(int(count))


def blas():
    with open("/proc/self/maps") as maps:
        paths = {line.split()[-1] for line in maps if "blas" in line.lower()}
    return " ".join(sorted(path.rsplit("/", 1)[-1] for path in paths)) or "none"


def main():
    library = Numpy() if sys.argv[1] == "numpy" else Torch()
    for line in sys.stdin:
        work, *arguments = line.split()
        if work == "blas":
            print(blas(), flush=True)
            continue
        start = perf_counter()
        getattr(library, work)(*arguments)
        print((perf_counter() - start) * 1000, flush=True)


main()
