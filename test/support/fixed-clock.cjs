// Loaded first, by jest (setupFiles) and `node --require`: shifts `Date` so that it starts at the instant of
// clock-offset.cjs. Timers, performance.now and file times stay real.
const offset = Number(process.env.TEST_CLOCK_OFFSET_MS ?? 0);

/** Also runs in pages (browser.ts), so it must not use anything from outside. */
function shiftDate(milliseconds) {
  const { Date: RealDate } = globalThis;
  if (milliseconds === 0 || RealDate.RealDate) return;
  const now = () => RealDate.now() + milliseconds;
  function ShiftedDate(...args) {
    if (!new.target) return new RealDate(now()).toString();
    return Reflect.construct(RealDate, args.length ? args : [now()], new.target);
  }
  const { name, length, parse, UTC, prototype } = RealDate;
  for (const [key, value] of Object.entries({ name, length, parse, UTC, now, RealDate }))
    Object.defineProperty(ShiftedDate, key, { value, writable: true, configurable: true });
  // The same prototype, so that dates of both classes are instances of both.
  ShiftedDate.prototype = prototype;
  Object.defineProperty(prototype, 'constructor', { value: ShiftedDate });
  globalThis.Date = ShiftedDate;
}

/** For a test with a server whose clock cannot be set. Processes started afterwards use the real time as well. */
function useRealClock() {
  const { prototype } = (globalThis.Date = Date.RealDate ?? Date);
  Object.defineProperty(prototype, 'constructor', { value: globalThis.Date });
  process.env.TEST_CLOCK_OFFSET_MS = '0';
}

shiftDate(offset);

module.exports = { offset, shiftDate, useRealClock };
