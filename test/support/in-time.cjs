// A file of journeys that would begin after this moment (TEST_UNTIL, milliseconds) is skipped whole and named by `npm test`:
// on a machine three times slower than another, those that have run still count.
if (Date.now() > Number(process.env.TEST_UNTIL || Infinity)) {
  const { skip } = globalThis.it;
  const skipped = Object.assign((...test) => skip(...test), { each: skip.each, only: skip, skip });
  Object.assign(globalThis, { it: skipped, test: skipped });
}
