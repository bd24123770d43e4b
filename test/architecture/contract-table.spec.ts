import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const TABLE = 'docs/contract-tests.md';
/** Short names that the table explains where it first uses them. */
const SHORT: Readonly<Record<string, string>> = {
  envelope: 'wire/contract-envelope',
  status: 'wire/contract-status',
  scope: 'wire/contract-scope',
  risky: 'wire/contract-risky',
  'one-winner': 'durability/one-winner',
};
/** `file`, `file, file`, `file: part of a title … another part`, or only the title, then of the file named before. */
const NAMED =
  /^((?:[a-z-]+\/[a-z-]+|envelope|status|scope|risky|one-winner)(?:, [a-z-]+\/[a-z-]+)*)(?:: (.*)| \(all\))?$/s;

interface Named {
  row: string;
  file: string;
  title: string;
}

/** Every test that the last column of a table names. */
function named(): Named[] {
  const rows = readFileSync(join(root, TABLE), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (Sentence|Call|What fails|Single use)/.test(line));
  return rows.flatMap((line) => {
    const [sentence, tests] = line.split('|').slice(1, 3) as [string, string];
    const found: Named[] = [];
    for (const part of tests.trim().split(' · ')) {
      if (part.startsWith('`npm run ')) continue;
      const [, files, title = ''] = NAMED.exec(part) ?? [null, null, part];
      const names = files?.split(', ') ?? [found.at(-1)?.file ?? ''];
      found.push(...names.map((file) => ({ row: sentence.trim(), file, title })));
    }
    return found;
  });
}

const source = (file: string): string | null => {
  const path = join(root, 'test', `${SHORT[file] ?? file}.spec.ts`);
  return existsSync(path) ? readFileSync(path, 'utf8').replaceAll(/\s+/g, ' ') : null;
};

/** Its parts stand in the file, in this order and close to each other. */
function stands({ file, title }: Named): boolean {
  const text = source(file);
  const parts = title.split('…').flatMap((part) => part.trim().replaceAll('`', '') || []);
  const pattern = parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.{0,160}?');
  return text !== null && new RegExp(pattern).test(text.replaceAll('`', ''));
}

describe('the table from the contract to its tests', () => {
  it('names tests that there are', () => {
    expect(named().length).toBeGreaterThan(100);
    expect(named().filter((one) => !stands(one))).toEqual([]);
  });
});
