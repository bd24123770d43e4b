// Preloaded into the product by the bench: SIGUSR2 prints the longest block of the event loop since the last one, in ms.
import { performance } from 'node:perf_hooks';

let last = performance.now();
let longest = 0;
setInterval(() => {
  const now = performance.now();
  longest = Math.max(longest, now - last - 1);
  last = now;
}, 1).unref();
process.on('SIGUSR2', () => {
  process.stdout.write(`longest block ${longest.toFixed(1)}\n`);
  longest = 0;
  last = performance.now();
});
