// Loaded before anything else, by jest (setupFiles) and by `node --require`: `Date` runs as it does, shifted to the instant at which
// the tests begin (clock-offset.cjs). Timers, performance.now and the times of files stay real.
const offset = Number(process.env.TEST_CLOCK_OFFSET_MS ?? 0);

/** Runs in pages, too (browser.ts), so it may use nothing from outside. */
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
  // The same prototype: a date made by either is an instance of both.
  ShiftedDate.prototype = prototype;
  Object.defineProperty(prototype, 'constructor', { value: ShiftedDate });
  globalThis.Date = ShiftedDate;
}

/** For a test that speaks to a server whose clock cannot be set. Processes that it starts have the real time as well. */
function useRealClock() {
  const { prototype } = (globalThis.Date = Date.RealDate ?? Date);
  Object.defineProperty(prototype, 'constructor', { value: globalThis.Date });
  process.env.TEST_CLOCK_OFFSET_MS = '0';
}

shiftDate(offset);

module.exports = { offset, shiftDate, useRealClock };
