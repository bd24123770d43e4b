import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { getMetadataStorage } from 'class-validator';
import { FIELD_ERRORS, NON_FORM_ERRORS, type FieldErrorCode } from '../../src/contract/field-errors';
import { LANGUAGE_CODES } from '../../src/contract/languages';
import { fieldErrorDetailOf } from '../../src/common/errors/field-error';

/**
 * Field errors have a code and facts, and the admin translates them (docs/api.md). Types ensure it for thrown errors
 * (`FieldErrors`); this tests the rules of the DTOs and the translations. A new code needs a line in
 * `src/contract/field-errors.ts` and `field_errors.<code>` in the eight `admin/src/locales/<lang>/*.json`.
 */
const ROOT = join(__dirname, '..', '..');
const SRC = join(ROOT, 'src');

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : path.endsWith('.ts') ? [path] : [];
  });

interface Rule {
  readonly target: Function | string;
  readonly propertyName: string;
  readonly type: string;
  readonly name?: string;
  readonly constraintCls?: Function;
  readonly context?: unknown;
}
/** Conditions and markers, not rules. */
const IGNORED_TYPES = new Set(['conditionalValidation', 'whitelistValidation', 'promiseValidation']);

function rules(): Rule[] {
  const filesWithRules = filesBelow(SRC).filter(
    (path) =>
      // Loading a file of src/cli runs its command.
      dirname(path) !== join(SRC, 'cli') &&
      /class-validator|rest\/dto'|field-rules'|email-address'/.test(readFileSync(path, 'utf8')),
  );
  for (const path of filesWithRules) require(path);
  const storage = getMetadataStorage() as unknown as { validationMetadatas: Map<unknown, Rule[]> };
  return [...storage.validationMetadatas.values()].flat().filter(({ type }) => !IGNORED_TYPES.has(type));
}

const constraintOf = ({ name, type, constraintCls }: Rule): string =>
  name ?? (constraintCls && getMetadataStorage().getTargetValidatorConstraints(constraintCls)[0]?.name) ?? type;

const codes = Object.keys(FIELD_ERRORS) as FieldErrorCode[];

async function loadScreenTexts(): Promise<Record<string, Record<string, string>>> {
  const { gatherTexts } = (await import('../../scripts/collect-texts.mjs' as string)) as {
    gatherTexts: (folder: string) => { texts: Record<string, Record<string, string>> };
  };
  return gatherTexts(join(ROOT, 'admin', 'src', 'locales')).texts;
}

/** The texts of a code, including plural forms. */
function textsOf(code: FieldErrorCode, texts: Record<string, string>): string[] {
  const key = NON_FORM_ERRORS.has(code) ? 'not_understood' : code;
  const keysIn = (group: string) =>
    Object.keys(texts).filter((each) => each.replace(/_(zero|one|two|few|many|other)$/, '') === `${group}.${key}`);
  const keys = [...keysIn('field_errors'), ...(`field_errors.${key}` in texts ? [`field_errors.${key}`] : [])];
  const codeKeys = keys.length ? keys : [...keysIn('errors'), ...(`errors.${key}` in texts ? [`errors.${key}`] : [])];
  return [...new Set(codeKeys)].map((each) => texts[each]!);
}

describe('field errors', () => {
  it('have a code for every rule of every body and query', () => {
    const all = rules();
    const rulesWithoutCode = all
      .filter((rule) => fieldErrorDetailOf(constraintOf(rule), rule.context) === undefined)
      .map((rule) => `${(rule.target as Function).name}.${rule.propertyName}: ${constraintOf(rule)}`);
    expect([...new Set(rulesWithoutCode)]).toEqual([]);
    expect(all.length).toBeGreaterThan(400);
  });

  // class-validator keeps one context for all rules of a name, so the last one would win.
  it('have one code and facts per rule name and property', () => {
    const storage = getMetadataStorage();
    const conflicts = [...new Set(rules().map(({ target }) => target as Function))].flatMap((target) => {
      const contexts = new Map<string, Set<string>>();
      for (const rule of storage.getTargetValidationMetadatas(target, '', false, false) as Rule[]) {
        if (IGNORED_TYPES.has(rule.type)) continue;
        const at = `${target.name}.${rule.propertyName}: ${constraintOf(rule)}`;
        contexts.set(at, (contexts.get(at) ?? new Set()).add(JSON.stringify(rule.context)));
      }
      return [...contexts].filter(([, different]) => different.size > 1).map(([at]) => at);
    });
    expect(conflicts).toEqual([]);
  });

  it('use existing codes with their facts', () => {
    const mismatches = rules().flatMap((rule) => {
      const detail = fieldErrorDetailOf(constraintOf(rule), rule.context);
      if (!detail) return [];
      const facts: readonly string[] | undefined = FIELD_ERRORS[detail.code];
      const detailFacts = Object.keys(detail.facts).sort().join();
      return facts && detailFacts === [...facts].sort().join() ? [] : [`${detail.code}: ${detailFacts}`];
    });
    expect([...new Set(mismatches)]).toEqual([]);
  });

  it.each(LANGUAGE_CODES)('have a text for every code in %s, with only existing placeholders', async (language) => {
    const { [language]: texts = {} } = await loadScreenTexts();
    const faults = codes.flatMap((code) => {
      const codeTexts = textsOf(code, texts);
      if (codeTexts.length === 0) return [`${code} has no text`];
      const facts: readonly string[] = FIELD_ERRORS[code];
      const placeholders = new Set(
        codeTexts.flatMap((text) => [...text.matchAll(/\{\{\s*(\w+)/g)].map((match) => match[1]!)),
      );
      return [...placeholders].filter((fact) => !facts.includes(fact)).map((fact) => `${code} asks for ${fact}`);
    });
    expect(faults).toEqual([]);
  });

  it('have no unused code', () => {
    const source = filesBelow(SRC)
      .filter((path) => relative(SRC, path) !== join('contract', 'field-errors.ts'))
      .map((path) => readFileSync(path, 'utf8'))
      .join('\n');
    const isDynamic = (code: string) => code.startsWith('checklist_') && source.includes('`checklist_${');
    expect(codes.filter((code) => !source.includes(`'${code}'`) && !isDynamic(code))).toEqual([]);
  });
});
