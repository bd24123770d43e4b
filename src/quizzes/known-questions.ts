import { Injectable } from '@nestjs/common';
import type { ExchangeState } from '../contract/question-exchange';
import { sortKeyOf } from '../platform/folded';
import { UUID } from '../platform/ids';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { plainText, tagsOf } from './exchange/exchanged';
import { Question, type KeptOption } from './question.entity';
import type { FitQuestion } from './questions-read';

/** As many texts or ids are asked for at a time. */
const CHUNK = 500;

/**
 * Which questions of a file the bank has: by the id that its own exports write, else by kind, text and options. So a file
 * that is imported twice makes no doubles (domain.md, rule 8).
 */
@Injectable()
export class KnownQuestions {
  constructor(@Records(Question) private readonly questions: TenantRepository<Question>) {}

  /** One state for each, in their order. As many statements as there are hundreds of them, whatever the bank holds. */
  async statesOf(tenant: Tenant, asked: readonly FitQuestion[]): Promise<ExchangeState[]> {
    const ids = asked.flatMap(({ id }) => idOf(id) ?? []);
    const byId = new Map<string, string>();
    for (const question_id of chunks(ids))
      for (const each of await this.questions.find(tenant, { question_id })) byId.set(each.question_id, wholeOf(each));
    const wholes = new Map<string, string[]>();
    for (const text_start of chunks(asked.map(({ given }) => startOf(given.text))))
      for (const each of await this.questions.find(tenant, { text_start })) {
        const said = saidBy(each);
        wholes.set(said, [...(wholes.get(said) ?? []), wholeOf(each)]);
      }
    const seen = new Set<string>();
    return asked.map(({ id, given, skill_id, options }) => {
      const record = { ...given, skill_id, options };
      const [said, whole] = [saidBy(record), wholeOf(record)];
      const own = byId.get(idOf(id) ?? '');
      const known = own === undefined ? wholes.get(said) : [own];
      if (known) return known.includes(whole) ? 'unchanged' : 'different';
      if (seen.has(said)) return 'repeated';
      seen.add(said);
      return 'new';
    });
  }
}

const idOf = (id: string | null): string | undefined => (id && UUID.test(id) ? id.toLowerCase() : undefined);
/** What `text_start` (question.entity.ts) is compared with, which is cut as it is. */
const startOf = (text: string): string => sortKeyOf(plainText(text));

function* chunks(values: readonly string[]): Generator<string[]> {
  const all = [...new Set(values)];
  for (let from = 0; from < all.length; from += CHUNK) yield all.slice(from, from + CHUNK);
}

type Said = Pick<Question, 'kind' | 'text'> & { options: readonly KeptOption[] };
type Whole = Said &
  Pick<Question, 'points' | 'grading' | 'skill_id' | 'difficulty' | 'tags' | 'feedback' | 'explanation'>;

/** What is asked, and what is right: two that say the same here are one question. */
const saidBy = ({ kind, text, options }: Said): string =>
  JSON.stringify([kind, plainText(text), options.map(optionSaid)]);

const optionSaid = ({ text, fraction, match, tolerance, case_sensitive }: KeptOption) => [
  ...[plainText(text), fraction, plainText(match ?? ''), tolerance ?? '', case_sensitive === true],
];

const wholeOf = (question: Whole): string =>
  JSON.stringify([
    saidBy(question),
    question.points,
    question.kind === 'multiple' ? question.grading : null,
    question.skill_id,
    question.difficulty ?? null,
    tagsOf(question.tags),
    plainText(question.feedback ?? ''),
    plainText(question.explanation ?? ''),
    question.options.map(({ feedback }) => plainText(feedback ?? '')),
  ]);
