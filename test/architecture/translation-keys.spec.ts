import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { API_KEY_SCOPES } from '../../src/contract/api-key-scopes';
import { AUDIT_ACTIONS, AUDIT_SUBJECTS } from '../../src/contract/audit-vocabulary';
import type { RowsReport } from '../../src/contract/report';
import { LANGUAGE_CODES } from '../../src/contract/languages';
import { STANDARD_FIELDS, type ResourceDefinition } from '../../src/contract/resource';

/** Every text of the admin has a key, and every key has its English text. */
const ROOT = join(__dirname, '..', '..');
const ADMIN = join(ROOT, 'admin', 'src');

const filesBelow = (folder: string, ending: RegExp): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path, ending);
    return ending.test(entry.name) ? [path] : [];
  });

interface CollectedTexts {
  texts: Record<string, Record<string, string>>;
  problems: string[];
}

async function collectTexts(): Promise<CollectedTexts> {
  const { gatherTexts } = (await import('../../scripts/collect-texts.mjs' as string)) as {
    gatherTexts: (folder: string) => CollectedTexts;
  };
  return gatherTexts(join(ADMIN, 'locales'));
}

const PLURAL_SUFFIXES = ['', '_one', '_other', '_zero', '_two', '_few', '_many'];
const has = (texts: Record<string, string>, key: string) =>
  PLURAL_SUFFIXES.some((plural) => `${key}${plural}` in texts);
const sources = filesBelow(ADMIN, /\.tsx?$/);

/** Keys used in a file; of those completed at run time the prefix, below which a text must exist. */
const keysUsedIn = (source: string) => ({
  completeKeys: [
    ...source.matchAll(/\bt\(\s*'([^']+)'/g),
    ...source.matchAll(/(?<!choices)[kK]ey(?::|=)\s*'([a-z][\w-]*(?:\.[\w-]+)+)'/g),
  ].map((match) => match[1] ?? ''),
  keyPrefixes: [
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

/** Keys of reports generated from definitions; hand-written reports name their keys themselves. */
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

/** Error codes without a text: only programs get them, or the screen handles them itself. */
const CODES_WITHOUT_TEXT = new Set([
  ...['malformed_request', 'request_timeout', 'url_too_long', 'headers_too_large', 'unsupported_media'],
  ...['expectation_failed', 'cross_site', 'idempotency_key_reused', 'scope_headers_missing', 'customer_needed'],
  ...['api_key_refused', 'tenant_mismatch', 'part_misfit', 'metrics_token_needed'],
  ...['forbidden', 'not_allowed', 'unauthenticated', 'session_expired', 'second_factor_needed'],
]);

/** The server adds `past_` to words for former values. */
const PREFIX_ADDED_BY_SERVER = /^past_/;

/**
 * Returns a check whether a key is used: quoted as a whole or built by a template. The known parts of a template must
 * match, and each word in its holes must occur in the code (`kit.level.names.${level}`: digits too); a hole at the
 * start (`${key}.done`) must be filled by a used key, a resource or another template.
 */
function createKeyUsageCheck(): (key: string) => boolean {
  const withoutComments = (file: string) =>
    readFileSync(file, 'utf8')
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/(^|\s)\/\/.*$/gm, '$1');
  // The server writes files with the texts of the screens (src/modules/exports/screen-texts.ts).
  const serverFiles = ['exports', 'imports', 'reports'].flatMap((floor) =>
    filesBelow(join(ROOT, 'src', 'modules', floor), /\.ts$/),
  );
  const code = [...sources, ...serverFiles].map(withoutComments).join('\n');
  const serverCode = filesBelow(join(ROOT, 'src'), /\.ts$/).map(withoutComments).join('\n');
  const allWords = new Set(`${code}\n${serverCode}`.match(/[A-Za-z0-9_]+(?:-[A-Za-z0-9_]+)*/g));
  const isWordInCode = (hole: string) =>
    hole
      .split('.')
      .every(
        (word) => allWords.has(word) || allWords.has(word.replace(PREFIX_ADDED_BY_SERVER, '')) || /^\d$/.test(word),
      );
  const quotedStrings = new Set([...code.matchAll(/['"`]([\w-]+(?:\.[\w-]+)*)['"`]/g)].map((match) => match[1]));
  const HOLE = /(?:\$\{(?:[^{}`]|\{[^{}`]*\}|`[^`]*`)*\})+/;
  const templates = [...code.matchAll(/`((?:[\w.-]|\$\{(?:[^{}`]|\{[^{}`]*\}|`[^`]*`)*\})+)`/g)]
    .map((match) => (match[1] ?? '').split(HOLE))
    .filter((parts) => parts.length > 1 && /\w/.test(parts.join('')) && parts.join('').includes('.'))
    .flatMap((parts) =>
      // With two placeholders either may match the longer part.
      ['([\\w.-]+?)', '([\\w.-]+)'].map((hole) => ({
        pattern: new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join(hole)}$`),
        open: parts[0] === '',
      })),
    );
  const resources = new Set(definitions().map(({ name }) => name));
  const matchesTemplate = (key: string, open: boolean, fits: (holes: string[]) => boolean) =>
    templates.some((template) => {
      const holes = template.open === open ? template.pattern.exec(key)?.slice(1) : undefined;
      return holes !== undefined && fits(holes);
    });
  const isUsed = (key: string, depth = 0): boolean =>
    resources.has(key) ||
    (key.includes('.') && quotedStrings.has(key)) ||
    quotedStrings.has(`${key}.`) ||
    matchesTemplate(key, false, (holes) => holes.every(isWordInCode)) ||
    (depth < 3 &&
      matchesTemplate(key, true, ([first = '', ...rest]) => rest.every(isWordInCode) && isUsed(first, depth + 1)));
  return isUsed;
}

/** Literal text between tags and in visible attributes. Names that are the same in every language are allowed. */
const ALLOWED = new Set(['Skilgrid', 'Ctrl', 'K', 'Esc', '⌘']);
function bareTexts(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:])\/\/.*$/gm, '$1');
  const textsBetweenTags = [
    ...code.matchAll(/<\/?[A-Za-z][\w.]*(?:\s[^<>{}]*)?>\s*([^<>{}();=&|]*\p{L}[^<>{}();=&|]*)<\//gu),
  ].map((match) => match[1] ?? '');
  const attributes = [
    ...code.matchAll(
      /\s(?:title|placeholder|aria-label|alt|label|message|description|okText|cancelText)="([^"]*\p{L}[^"]*)"/gu,
    ),
  ].map((match) => match[1] ?? '');
  return [...textsBetweenTags, ...attributes]
    .map((text) => text.trim())
    .filter((text) => text !== '' && !ALLOWED.has(text));
}

describe('the admin’s texts', () => {
  it('are each defined once, and no text is also a group', async () => {
    expect((await collectTexts()).problems).toEqual([]);
  });

  it('exist for the empty list of every resource', async () => {
    const { en = {} } = (await collectTexts()).texts;
    const lists = definitions().filter(({ name }) => `${name}.empty` in en);
    expect(lists.filter(({ name }) => !(`kit.empty.titles.${name}` in en)).map(({ name }) => name)).toEqual([]);
    expect(lists.length).toBeGreaterThan(20);
  });

  it('exist in English for every key the code asks for', async () => {
    const { en = {} } = (await collectTexts()).texts;
    const missing = sources.flatMap((file) => {
      const { completeKeys, keyPrefixes } = keysUsedIn(readFileSync(file, 'utf8'));
      const name = relative(ROOT, file);
      return [
        ...completeKeys.filter((key) => !has(en, key)).map((key) => `${name}: ${key}`),
        ...keyPrefixes
          .filter((start) => !Object.keys(en).some((key) => key.startsWith(start)))
          .map((start) => `${name}: ${start}…`),
      ];
    });
    expect(missing).toEqual([]);
  });

  it('exist in English for every resource the admin shows', async () => {
    const { en = {} } = (await collectTexts()).texts;
    // A file that imports only the row type shows no fields.
    const shownResources = new Set(
      sources.flatMap((file) =>
        [
          ...readFileSync(file, 'utf8')
            .replace(/import type [^;]*;/g, '')
            .matchAll(/@contract\/([\w-]+)\.resource/g),
        ].map((match) => match[1]),
      ),
    );
    const missing = definitions()
      .filter(({ name }) => shownResources.has(name))
      .flatMap(keysOf)
      .filter((key) => !has(en, key));
    expect(missing).toEqual([]);
  });

  it('exist in English for every report generated from a definition', async () => {
    const { en = {} } = (await collectTexts()).texts;
    expect(reportKeys().length).toBeGreaterThan(10);
    expect(reportKeys().filter((key) => !has(en, key))).toEqual([]);
  });

  it('exist in English for every scope of an API key', async () => {
    const { en = {} } = (await collectTexts()).texts;
    const scopeKeys = API_KEY_SCOPES.map((scope) => `settings.api_keys.scope.${scope.split(':')[0]}`);
    expect(scopeKeys.filter((key) => !has(en, key))).toEqual([]);
  });

  it('exist in English for every action and subject of the audit trail', async () => {
    const { en = {} } = (await collectTexts()).texts;
    const missing = [
      ...AUDIT_ACTIONS.map((action) => `audit-events.choices.action.${action}`),
      ...AUDIT_SUBJECTS.map((subject) => `audit-events.choices.subject_type.${subject}`),
    ].filter((key) => !(key in en));
    expect(missing).toEqual([]);
  });

  it('exist for every action in the source', () => {
    const src = join(ROOT, 'src');
    const namedActions = filesBelow(src, /\.ts$/).flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(?:buildAuditEntry\(\s*\w+,\s*|\baction: )'([a-z_-]+\.[a-z_-]+)'/g)].map(
        (match) => match[1] ?? '',
      ),
    );
    const actions: readonly string[] = AUDIT_ACTIONS;
    expect([...new Set(namedActions)].filter((action) => !actions.includes(action))).toEqual([]);
    expect(namedActions.length).toBeGreaterThan(30);
  });

  it('are all used', async () => {
    const { en = {} } = (await collectTexts()).texts;
    const scopeKeys = createKeyUsageCheck();
    const plural = new RegExp(`(?:${PLURAL_SUFFIXES.slice(1).join('|')})$`);
    const unused = Object.keys(en).filter((key) => !scopeKeys(key) && !scopeKeys(key.replace(plural, '')));
    expect(unused).toEqual([]);
  });

  it('with a count have the forms one and other', async () => {
    const { en = {} } = (await collectTexts()).texts;
    const singleFormKeys = Object.keys(en).filter(
      (key) => /\{\{count\}\}/.test(en[key] ?? '') && !/_(zero|one|other)$/.test(key),
    );
    const incompleteKeys = Object.keys(en)
      .filter((key) => key.endsWith('_other') && /\{\{\w+\}\}/.test(en[key] ?? ''))
      .filter((key) => !(key.replace(/_other$/, '_one') in en));
    expect([...singleFormKeys, ...incompleteKeys]).toEqual([]);
  });

  it('exist for every error code that a screen may show', async () => {
    const { en = {} } = (await collectTexts()).texts;
    const codes = filesBelow(join(ROOT, 'src'), /\.ts$/)
      .filter((file) => !file.includes('migrations'))
      .flatMap((file) =>
        [
          ...readFileSync(file, 'utf8')
            .replace(/\/\*[\s\S]*?\*\//g, '')
            .matchAll(/\bcode: '([a-z]+_?[a-z_]+)'/g),
        ].map((match) => match[1] ?? ''),
      )
      .filter((code) => !LANGUAGE_CODES.includes(code as never) && !CODES_WITHOUT_TEXT.has(code));
    const hasText = (code: string) =>
      Object.keys(en).some((key) => key === `errors.${code}` || key.startsWith(`errors.${code}_`));
    expect([...new Set(codes)].filter((code) => !hasText(code))).toEqual([]);
    expect(codes.length).toBeGreaterThan(60);
  });

  it('are never literals in the code', () => {
    const withoutComments = sources
      .filter((file) => file.endsWith('.tsx'))
      .flatMap((file) => bareTexts(readFileSync(file, 'utf8')).map((text) => `${relative(ROOT, file)}: ${text}`));
    expect(withoutComments).toEqual([]);
  });
});
