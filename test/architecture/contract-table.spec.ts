import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const TABLE = 'docs/contract-tests.md';
/** Short names that the table explains where it first uses them. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  envelope: 'legacy-api/contract-envelope',
  status: 'legacy-api/contract-status',
  scope: 'legacy-api/contract-scope',
  risky: 'legacy-api/contract-risky',
  concurrent: 'durability/concurrent-requests',
};
/** `file`, `file, file`, `file: part of a title … another part`, or only the title, then of the file named before. */
const REFERENCE =
  /^((?:[a-z-]+\/[a-z-]+|envelope|status|scope|risky|concurrent)(?:, [a-z-]+\/[a-z-]+)*)(?:: (.*)| \(all\))?$/s;

interface TestReference {
  row: string;
  file: string;
  title: string;
}

/** Every test named in the last column of a table. */
function testReferences(): TestReference[] {
  const rows = readFileSync(join(root, TABLE), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (Sentence|Call|What fails|Single use)/.test(line));
  return rows.flatMap((line) => {
    const [sentence, tests] = line.split('|').slice(1, 3) as [string, string];
    const references: TestReference[] = [];
    for (const part of tests.trim().split(' · ')) {
      if (part.startsWith('`npm run ')) continue;
      const [, files, title = ''] = REFERENCE.exec(part) ?? [null, null, part];
      const names = files?.split(', ') ?? [references.at(-1)?.file ?? ''];
      references.push(...names.map((file) => ({ row: sentence.trim(), file, title })));
    }
    return references;
  });
}

const source = (file: string): string | null => {
  const path = join(root, 'test', `${SHORT_NAMES[file] ?? file}.spec.ts`);
  return existsSync(path) ? readFileSync(path, 'utf8').replaceAll(/\s+/g, ' ') : null;
};

/** True when the parts of the title are in the file, in this order and close together. */
function exists({ file, title }: TestReference): boolean {
  const text = source(file);
  const parts = title.split('…').flatMap((part) => part.trim().replaceAll('`', '') || []);
  const pattern = parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.{0,160}?');
  return text !== null && new RegExp(pattern).test(text.replaceAll('`', ''));
}

describe('the table from the contract to its tests', () => {
  it('names only existing tests', () => {
    expect(testReferences().length).toBeGreaterThan(100);
    expect(testReferences().filter((one) => !exists(one))).toEqual([]);
  });
});
