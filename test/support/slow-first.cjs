// A slow file that comes last runs alone: the slow ones begin, the others fill up.
const { default: Sequencer } = require('@jest/test-sequencer');

const SLOW = [
  'rest/object-storage',
  'isolation/hostile-input',
  'platform/embedded-file',
  'durability/jobs',
  'durability/export-killed',
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
  'journeys/pseudo',
  'journeys/shell',
  'journeys/home',
  'journeys/rtl',
  'journeys/matrix',
  'journeys/media',
  'journeys/keyboard',
  'journeys/popups',
  'journeys/conflict',
  'journeys/session',
  'journeys/registration',
  'journeys/weight',
  'journeys/audit',
  'journeys/main',
  'journeys/tree',
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
