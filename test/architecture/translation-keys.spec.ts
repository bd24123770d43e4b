import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { API_KEY_SCOPES } from '../../src/contract/api-key-scopes';
import { AUDIT_ACTIONS, AUDIT_SUBJECTS } from '../../src/contract/audit-vocabulary';
import type { RowsReport } from '../../src/contract/report';
import { LANGUAGE_CODES } from '../../src/contract/languages';
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
  return gatherTexts(join(ADMIN, 'locales'));
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
    (keys, [field, { choices, names, section }]) => {
      if (!(STANDARD_FIELDS as readonly string[]).includes(field)) keys.push(`${name}.fields.${field}`);
      for (const choice of names ? [] : (choices ?? [])) keys.push(`${name}.choices.${field}.${choice}`);
      if (section) keys.push(`${name}.sections.${section}`);
      return keys;
    },
    [`${name}.title`, `${name}.one`, ...(definition.create === false ? [] : [`${name}.new`])],
  );
}

/** Reports of rows; those that are made by hand ask for their texts themselves. */
function reportKeys(): string[] {
  const folder = join(ROOT, 'src', 'contract');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.report.ts'))
    .flatMap((name) => Object.values(require(join(folder, name)) as Record<string, unknown>) as RowsReport[])
    .flatMap(({ name, columns, filters }) => [
      ...['title', 'sentence', 'definition', 'empty'].map((text) => `reports.${name}.${text}`),
      ...columns.map((column) => `reports.columns.${column.name}`),
      ...filters.flatMap((filter) => [
        `reports.filters.${filter.name}`,
        ...(filter.choices ?? []).map((choice) => `reports.choices.${filter.name}.${choice}`),
      ]),
    ]);
}

/** Refusals that only programs meet, or that a screen tells in its own way (by status, by a dialog, by the next step). */
const NEVER_TOLD = new Set([
  ...['malformed_request', 'request_timeout', 'url_too_long', 'headers_too_large', 'unsupported_media'],
  ...['expectation_failed', 'cross_site', 'idempotency_key_reused', 'scope_headers_missing', 'customer_needed'],
  ...['api_key_refused', 'tenant_mismatch', 'part_misfit', 'metrics_token_needed'],
  ...['forbidden', 'not_allowed', 'unauthenticated', 'session_expired', 'second_factor_needed'],
]);

/** Words of which the server makes others: `past_` stands before what is in use no longer. */
const MADE_BEFORE = /^past_/;

/**
 * Who asks for a key: it stands whole in quotes, or a template makes it. Of a template the parts that are known must fit, and
 * each word in its holes must be said somewhere in the code (`kit.level.names.${level}`: figures too); where it begins with a
 * hole (`${key}.done`), what fills that must be asked for, a resource, or the beginning of a template itself.
 */
function whoAsks(): (key: string) => boolean {
  const bare = (file: string) =>
    readFileSync(file, 'utf8')
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/(^|\s)\/\/.*$/gm, '$1');
  // The server writes files in the words of the screens (src/exports/screen-words.ts).
  const writers = ['exports', 'imports', 'reports'].flatMap((floor) => filesBelow(join(ROOT, 'src', floor), /\.ts$/));
  const code = [...sources, ...writers].map(bare).join('\n');
  const server = filesBelow(join(ROOT, 'src'), /\.ts$/).map(bare).join('\n');
  const words = new Set(`${code}\n${server}`.match(/[A-Za-z0-9_]+(?:-[A-Za-z0-9_]+)*/g));
  const said = (hole: string) =>
    hole.split('.').every((word) => words.has(word) || words.has(word.replace(MADE_BEFORE, '')) || /^\d$/.test(word));
  const quoted = new Set([...code.matchAll(/['"`]([\w-]+(?:\.[\w-]+)*)['"`]/g)].map((match) => match[1]));
  const HOLE = /(?:\$\{(?:[^{}`]|\{[^{}`]*\}|`[^`]*`)*\})+/;
  const templates = [...code.matchAll(/`((?:[\w.-]|\$\{(?:[^{}`]|\{[^{}`]*\}|`[^`]*`)*\})+)`/g)]
    .map((match) => (match[1] ?? '').split(HOLE))
    .filter((parts) => parts.length > 1 && /\w/.test(parts.join('')) && parts.join('').includes('.'))
    .flatMap((parts) =>
      // Of two holes the first or the last may be the longer one.
      ['([\\w.-]+?)', '([\\w.-]+)'].map((hole) => ({
        pattern: new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join(hole)}$`),
        open: parts[0] === '',
      })),
    );
  const resources = new Set(definitions().map(({ name }) => name));
  const made = (key: string, open: boolean, fits: (holes: string[]) => boolean) =>
    templates.some((template) => {
      const holes = template.open === open ? template.pattern.exec(key)?.slice(1) : undefined;
      return holes !== undefined && fits(holes);
    });
  const groups = (key: string, deep = 0): boolean =>
    resources.has(key) ||
    (key.includes('.') && quoted.has(key)) ||
    quoted.has(`${key}.`) ||
    made(key, false, (holes) => holes.every(said)) ||
    (deep < 3 && made(key, true, ([first = '', ...rest]) => rest.every(said) && groups(first, deep + 1)));
  return groups;
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

  it('title the empty list of every resource', async () => {
    const { en = {} } = (await gathered()).texts;
    const lists = definitions().filter(({ name }) => `${name}.empty` in en);
    expect(lists.filter(({ name }) => !(`kit.empty.titles.${name}` in en)).map(({ name }) => name)).toEqual([]);
    expect(lists.length).toBeGreaterThan(20);
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

  it('exist in English for every report that is made of its definition', async () => {
    const { en = {} } = (await gathered()).texts;
    expect(reportKeys().length).toBeGreaterThan(10);
    expect(reportKeys().filter((key) => !has(en, key))).toEqual([]);
  });

  it('exist in English for every scope of an API key', async () => {
    const { en = {} } = (await gathered()).texts;
    const asked = API_KEY_SCOPES.map((scope) => `settings.api_keys.scope.${scope.split(':')[0]}`);
    expect(asked.filter((key) => !has(en, key))).toEqual([]);
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

  it('are all asked for: none is translated for nobody', async () => {
    const { en = {} } = (await gathered()).texts;
    const asked = whoAsks();
    const plural = new RegExp(`(?:${PLURALS.slice(1).join('|')})$`);
    const unused = Object.keys(en).filter((key) => !asked(key) && !asked(key.replace(plural, '')));
    expect(unused).toEqual([]);
  });

  it('that count have a form for one and one for others, which other languages add theirs to', async () => {
    const { en = {} } = (await gathered()).texts;
    const single = Object.keys(en).filter(
      (key) => /\{\{count\}\}/.test(en[key] ?? '') && !/_(zero|one|other)$/.test(key),
    );
    const halves = Object.keys(en)
      .filter((key) => key.endsWith('_other') && /\{\{\w+\}\}/.test(en[key] ?? ''))
      .filter((key) => !(key.replace(/_other$/, '_one') in en));
    expect([...single, ...halves]).toEqual([]);
  });

  it('exist for every code of a refusal that a screen may have to tell', async () => {
    const { en = {} } = (await gathered()).texts;
    const codes = filesBelow(join(ROOT, 'src'), /\.ts$/)
      .filter((file) => !file.includes('migrations'))
      .flatMap((file) =>
        [
          ...readFileSync(file, 'utf8')
            .replace(/\/\*[\s\S]*?\*\//g, '')
            .matchAll(/\bcode: '([a-z]+_?[a-z_]+)'/g),
        ].map((match) => match[1] ?? ''),
      )
      .filter((code) => !LANGUAGE_CODES.includes(code as never) && !NEVER_TOLD.has(code));
    const told = (code: string) =>
      Object.keys(en).some((key) => key === `errors.${code}` || key.startsWith(`errors.${code}_`));
    expect([...new Set(codes)].filter((code) => !told(code))).toEqual([]);
    expect(codes.length).toBeGreaterThan(60);
  });

  it('never stand in the code itself', () => {
    const bare = sources
      .filter((file) => file.endsWith('.tsx'))
      .flatMap((file) => bareTexts(readFileSync(file, 'utf8')).map((text) => `${relative(ROOT, file)}: ${text}`));
    expect(bare).toEqual([]);
  });
});
