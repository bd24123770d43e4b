/**
 * Every run of the tests begins at the same instant, in one time zone. Called once for a run, before its processes start: they
 * inherit it and agree, and a server that is started again does not go back in time.
 */
function fixClock() {
  process.env.TEST_CLOCK_OFFSET_MS ??= String(Date.parse('2026-11-25T10:00:00Z') - Date.now());
  process.env.TZ ??= 'UTC';
}

module.exports = { fixClock };
