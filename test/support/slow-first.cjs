// A slow file that comes last runs alone: the slow ones begin, the others fill up.
const { default: Sequencer } = require('@jest/test-sequencer');

const SLOW = [
  'isolation/hostile-input',
  'isolation/bounds',
  'durability/full-log',
  'isolation/who-may',
  'isolation/statements',
  'isolation/sql',
  'database/lists',
  'rest/seed',
  'isolation/colleagues',
  'database/interrupted-migration',
  'durability/',
  'size/',
  'platform/embedded-file',
  'journeys/shell',
  'journeys/popups',
  'journeys/pseudo',
  'journeys/session',
  'journeys/main',
  'journeys/',
];
const rank = ({ path }) => {
  const at = SLOW.findIndex((name) => path.includes(`/test/${name}`));
  return at < 0 ? SLOW.length : at;
};

module.exports = class SlowFirst extends Sequencer {
  sort(tests) {
    return [...super.sort(tests)].sort((a, b) => rank(a) - rank(b));
  }
};
/** Whether a file (`test/…/x.spec.ts`) is one of the slow. */
module.exports.isSlow = (file) => rank({ path: `/${file}` }) < SLOW.length;
