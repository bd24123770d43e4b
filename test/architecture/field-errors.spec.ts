import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { getMetadataStorage } from 'class-validator';
import { FIELD_ERRORS, PROGRAM_ERRORS, type FieldErrorCode } from '../../src/contract/field-errors';
import { LANGUAGE_CODES } from '../../src/contract/languages';
import { detailOf } from '../../src/platform/errors/field-error';

/**
 * contract.md: "REST answers `code` and facts and the admin words them in the user's language". That a field is refused by a
 * code and its facts is a matter of types (`FieldErrors`); here, that the rules of the DTOs have them too, and that
 * each has its words in every language. One that is new is a line in `src/contract/field-errors.ts` and
 * `field_errors.<code>` in the eight `admin/src/locales/<lang>/*.json`.
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
/** Conditions of rules, and what only names a property. */
const NO_RULES = new Set(['conditionalValidation', 'whitelistValidation', 'promiseValidation']);

function rules(): Rule[] {
  const withRules = filesBelow(SRC).filter((path) =>
    /class-validator|definitions\/dto'|field-rules'|email-address'/.test(readFileSync(path, 'utf8')),
  );
  for (const path of withRules) require(path);
  const storage = getMetadataStorage() as unknown as { validationMetadatas: Map<unknown, Rule[]> };
  return [...storage.validationMetadatas.values()].flat().filter(({ type }) => !NO_RULES.has(type));
}

const constraintOf = ({ name, type, constraintCls }: Rule): string =>
  name ?? (constraintCls && getMetadataStorage().getTargetValidatorConstraints(constraintCls)[0]?.name) ?? type;

const codes = Object.keys(FIELD_ERRORS) as FieldErrorCode[];

async function screens(): Promise<Record<string, Record<string, string>>> {
  const { gatherTexts } = (await import('../../scripts/collect-texts.mjs' as string)) as {
    gatherTexts: (folder: string) => { texts: Record<string, Record<string, string>> };
  };
  return gatherTexts(join(ROOT, 'admin', 'src', 'locales')).texts;
}

/** The texts of a code, of all its plurals. */
function textsOf(code: FieldErrorCode, texts: Record<string, string>): string[] {
  const key = PROGRAM_ERRORS.has(code) ? 'not_understood' : code;
  const of = (group: string) =>
    Object.keys(texts).filter((each) => each.replace(/_(zero|one|two|few|many|other)$/, '') === `${group}.${key}`);
  const keys = [...of('field_errors'), ...(`field_errors.${key}` in texts ? [`field_errors.${key}`] : [])];
  const own = keys.length ? keys : [...of('errors'), ...(`errors.${key}` in texts ? [`errors.${key}`] : [])];
  return [...new Set(own)].map((each) => texts[each]!);
}

describe('what is wrong with a field', () => {
  it('is said by every rule of every body and query as a code', () => {
    const all = rules();
    const without = all
      .filter((rule) => detailOf(constraintOf(rule), rule.context) === undefined)
      .map((rule) => `${(rule.target as Function).name}.${rule.propertyName}: ${constraintOf(rule)}`);
    expect([...new Set(without)]).toEqual([]);
    expect(all.length).toBeGreaterThan(400);
  });

  // class-validator keeps one context for all rules of a name: of two the last would speak for the other.
  it('is said by no two rules of one name and one property with different codes or facts', () => {
    const storage = getMetadataStorage();
    const two = [...new Set(rules().map(({ target }) => target as Function))].flatMap((target) => {
      const contexts = new Map<string, Set<string>>();
      for (const rule of storage.getTargetValidationMetadatas(target, '', false, false) as Rule[]) {
        if (NO_RULES.has(rule.type)) continue;
        const at = `${target.name}.${rule.propertyName}: ${constraintOf(rule)}`;
        contexts.set(at, (contexts.get(at) ?? new Set()).add(JSON.stringify(rule.context)));
      }
      return [...contexts].filter(([, different]) => different.size > 1).map(([at]) => at);
    });
    expect(two).toEqual([]);
  });

  it('is said by codes that exist, with the facts that belong to them', () => {
    const wrong = rules().flatMap((rule) => {
      const detail = detailOf(constraintOf(rule), rule.context);
      if (!detail) return [];
      const facts: readonly string[] | undefined = FIELD_ERRORS[detail.code];
      const given = Object.keys(detail.facts).sort().join();
      return facts && given === [...facts].sort().join() ? [] : [`${detail.code}: ${given}`];
    });
    expect([...new Set(wrong)]).toEqual([]);
  });

  it.each(LANGUAGE_CODES)(
    'has words for every code in %s, which ask for no fact that is not given',
    async (language) => {
      const { [language]: texts = {} } = await screens();
      const faults = codes.flatMap((code) => {
        const found = textsOf(code, texts);
        if (found.length === 0) return [`${code} has no text`];
        const facts: readonly string[] = FIELD_ERRORS[code];
        const asked = new Set(found.flatMap((text) => [...text.matchAll(/\{\{\s*(\w+)/g)].map((match) => match[1]!)));
        return [...asked].filter((fact) => !facts.includes(fact)).map((fact) => `${code} asks for ${fact}`);
      });
      expect(faults).toEqual([]);
    },
  );

  it('is no code that nothing refuses by', () => {
    const source = filesBelow(SRC)
      .filter((path) => relative(SRC, path) !== join('contract', 'field-errors.ts'))
      .map((path) => readFileSync(path, 'utf8'))
      .join('\n');
    const made = (code: string) => code.startsWith('checklist_') && source.includes('`checklist_${');
    expect(codes.filter((code) => !source.includes(`'${code}'`) && !made(code))).toEqual([]);
  });
});
