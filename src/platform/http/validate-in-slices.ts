import { setImmediate as breathe } from 'node:timers/promises';
import { validate, type ValidationError } from 'class-validator';

/** Entries of one list that are judged before others have their turn: a thousand wrong ones take 150 ms. */
const SLICE = 50;
const RULES = {
  forbidUnknownValues: false,
  stopAtFirstError: true,
  validationError: { target: false, value: false },
} as const;

/**
 * What is wrong with a DTO by the rules of its class. Long lists of objects are judged in slices, and no further than
 * `most` errors.
 */
export async function validateInSlices(dto: object, most: number): Promise<ValidationError[]> {
  const made = dto as Record<string, unknown>;
  const long = Object.keys(made).filter((name) => isLongListOfObjects(made[name]));
  if (long.length === 0) return validate(dto, RULES);
  const first = Object.fromEntries(long.map((name) => [name, (made[name] as unknown[]).slice(0, SLICE)]));
  const problems = await validate(copyOf(dto, { ...made, ...first }), RULES);
  for (const name of long) {
    const all = made[name] as unknown[];
    for (let from = SLICE; from < all.length && errorsIn(problems) < most; from += SLICE) {
      await breathe();
      // The last slice is a whole one too: it is no shorter list than its rule allows.
      const begin = Math.min(from, all.length - SLICE);
      const found = await validate(copyOf(dto, { [name]: all.slice(begin, begin + SLICE) }), RULES);
      const own = found.filter(({ property }) => property === name);
      for (const { children } of own) for (const child of children ?? []) child.property = moved(child.property, begin);
      problems.push(...own);
    }
  }
  return problems;
}

const isLongListOfObjects = (value: unknown): boolean =>
  Array.isArray(value) && value.length > SLICE && value.some((entry) => typeof entry === 'object');

const copyOf = (dto: object, facts: object): object =>
  Object.assign(Object.create(Object.getPrototypeOf(dto) as object) as object, facts);

const moved = (index: string, by: number): string => String(Number(index) + by);

const errorsIn = (problems: readonly ValidationError[]): number =>
  problems.reduce((sum, { constraints, children }) => sum + (constraints ? 1 : 0) + errorsIn(children ?? []), 0);
