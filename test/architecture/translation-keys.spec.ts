import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { AUDIT_ACTIONS, AUDIT_SUBJECTS } from '../../src/contract/audit-vocabulary';
import { STANDARD_FIELDS, type ResourceDefinition } from '../../src/contract/resource';

/** Every text of the admin is a key, and every key has its English text (screens.md §2, Languages). */
const ROOT = join(__dirname, '..', '..');
const ADMIN = join(ROOT, 'admin', 'src');

const filesBelow = (folder: string, ending: RegExp): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path, ending);
    return ending.test(entry.name) ? [path] : [];
  });

interface Gathered {
  texts: Record<string, Record<string, string>>;
  problems: string[];
}

async function gathered(): Promise<Gathered> {
  const { gatherTexts } = (await import('../../scripts/collect-texts.mjs' as string)) as {
    gatherTexts: (folder: string) => Gathered;
  };
  return gatherTexts(ADMIN);
}

const PLURALS = ['', '_one', '_other', '_zero', '_two', '_few', '_many'];
const has = (texts: Record<string, string>, key: string) => PLURALS.some((plural) => `${key}${plural}` in texts);
const sources = filesBelow(ADMIN, /\.tsx?$/);

/** Keys whose last part is only known at run time: a text must exist below what stands before it. */
const usesOf = (source: string) => ({
  whole: [
    ...source.matchAll(/\bt\(\s*'([^']+)'/g),
    ...source.matchAll(/(?<!choices)[kK]ey(?::|=)\s*'([a-z][\w-]*(?:\.[\w-]+)+)'/g),
  ].map((match) => match[1] ?? ''),
  begun: [
    ...[...source.matchAll(/\bt\(\s*`([a-z][\w.-]*\.)\$\{/g)].map((match) => match[1] ?? ''),
    ...[...source.matchAll(/choicesKey: '([^']+)'/g)].map((match) => `${match[1] ?? ''}.`),
  ],
});

function definitions(): ResourceDefinition[] {
  const folder = join(ROOT, 'src', 'contract');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.resource.ts'))
    .flatMap((name) => Object.values(require(join(folder, name)) as Record<string, unknown>))
    .filter(
      (value): value is ResourceDefinition =>
        typeof value === 'object' && value !== null && 'fields' in value && 'default_sort' in value,
    );
}

function keysOf(definition: ResourceDefinition): string[] {
  const { name, fields } = definition;
  return Object.entries(fields).reduce(
    (keys, [field, { choices, section }]) => {
      if (!(STANDARD_FIELDS as readonly string[]).includes(field)) keys.push(`${name}.fields.${field}`);
      for (const choice of choices ?? []) keys.push(`${name}.choices.${field}.${choice}`);
      if (section) keys.push(`${name}.sections.${section}`);
      return keys;
    },
    [`${name}.title`, `${name}.one`],
  );
}

/** Text between tags, and attributes a person reads. Names that stay as they are in every language are allowed. */
const ALLOWED = new Set(['Skilgrid', 'Ctrl', 'K', 'Esc', '⌘']);
function bareTexts(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:])\/\/.*$/gm, '$1');
  const between = [
    ...code.matchAll(/<\/?[A-Za-z][\w.]*(?:\s[^<>{}]*)?>\s*([^<>{}();=&|]*\p{L}[^<>{}();=&|]*)<\//gu),
  ].map((match) => match[1] ?? '');
  const attributes = [
    ...code.matchAll(
      /\s(?:title|placeholder|aria-label|alt|label|message|description|okText|cancelText)="([^"]*\p{L}[^"]*)"/gu,
    ),
  ].map((match) => match[1] ?? '');
  return [...between, ...attributes].map((text) => text.trim()).filter((text) => text !== '' && !ALLOWED.has(text));
}

describe('the admin’s texts', () => {
  it('are each given once, and no text is also a group of texts', async () => {
    expect((await gathered()).problems).toEqual([]);
  });

  it('exist in English for every key the code asks for', async () => {
    const { en = {} } = (await gathered()).texts;
    const missing = sources.flatMap((file) => {
      const { whole, begun } = usesOf(readFileSync(file, 'utf8'));
      const name = relative(ROOT, file);
      return [
        ...whole.filter((key) => !has(en, key)).map((key) => `${name}: ${key}`),
        ...begun
          .filter((start) => !Object.keys(en).some((key) => key.startsWith(start)))
          .map((start) => `${name}: ${start}…`),
      ];
    });
    expect(missing).toEqual([]);
  });

  it('exist in English for every resource the admin shows', async () => {
    const { en = {} } = (await gathered()).texts;
    // Whoever imports only the type of its rows shows no field of it.
    const shown = new Set(
      sources.flatMap((file) =>
        [
          ...readFileSync(file, 'utf8')
            .replace(/import type [^;]*;/g, '')
            .matchAll(/@contract\/([\w-]+)\.resource/g),
        ].map((match) => match[1]),
      ),
    );
    const missing = definitions()
      .filter(({ name }) => shown.has(name))
      .flatMap(keysOf)
      .filter((key) => !has(en, key));
    expect(missing).toEqual([]);
  });

  it('exist in English for every action that the audit trail tells, and for what it is about', async () => {
    const { en = {} } = (await gathered()).texts;
    const missing = [
      ...AUDIT_ACTIONS.map((action) => `audit-events.choices.action.${action}`),
      ...AUDIT_SUBJECTS.map((subject) => `audit-events.choices.subject_type.${subject}`),
    ].filter((key) => !(key in en));
    expect(missing).toEqual([]);
  });

  it('exist for every action that the source names', () => {
    const src = join(ROOT, 'src');
    const named = filesBelow(src, /\.ts$/).flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(?:auditEntry\(\s*\w+,\s*|\baction: )'([a-z_-]+\.[a-z_-]+)'/g)].map(
        (match) => match[1] ?? '',
      ),
    );
    const known: readonly string[] = AUDIT_ACTIONS;
    expect([...new Set(named)].filter((action) => !known.includes(action))).toEqual([]);
    expect(named.length).toBeGreaterThan(30);
  });

  it('never stand in the code itself', () => {
    const bare = sources
      .filter((file) => file.endsWith('.tsx'))
      .flatMap((file) => bareTexts(readFileSync(file, 'utf8')).map((text) => `${relative(ROOT, file)}: ${text}`));
    expect(bare).toEqual([]);
  });
});
