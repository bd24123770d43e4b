import { Injectable } from '@nestjs/common';
import type { ExchangeState } from '../../contract/question-exchange';
import { buildSortKey } from '../../common/text-normalization';
import { UUID_PATTERN } from '../../common/ids';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { normalizeLineBreaks, splitTags } from './exchange/exchanged-question';
import { Question, type StoredOption } from './question.entity';
import type { ValidQuestion } from './question-file-reader';

/** Texts or ids per statement. */
const CHUNK = 500;

/**
 * Finds out which questions of an import file are in the bank: by the id that our exports write, else by kind, text and
 * options. A repeated import thus creates no duplicates (docs/domain.md).
 */
@Injectable()
export class ExistingQuestionsQuery {
  constructor(@InjectTenantRepository(Question) private readonly questions: TenantRepository<Question>) {}

  /** One state per question, in their order. The number of statements depends on the file, not on the bank. */
  async findStates(tenant: Tenant, candidates: readonly ValidQuestion[]): Promise<ExchangeState[]> {
    const ids = candidates.flatMap(({ id }) => normalizeId(id) ?? []);
    const byId = new Map<string, string>();
    for (const question_id of chunks(ids))
      for (const each of await this.questions.find(tenant, { question_id }))
        byId.set(each.question_id, contentOf(each));
    const contentsByIdentity = new Map<string, string[]>();
    for (const text_start of chunks(candidates.map(({ fields }) => textStartOf(fields.text))))
      for (const each of await this.questions.find(tenant, { text_start })) {
        const identity = identityOf(each);
        contentsByIdentity.set(identity, [...(contentsByIdentity.get(identity) ?? []), contentOf(each)]);
      }
    const seenIdentities = new Set<string>();
    return candidates.map(({ id, fields, skill_id, options }) => {
      const record = { ...fields, skill_id, options };
      const [identity, content] = [identityOf(record), contentOf(record)];
      const contentOfId = byId.get(normalizeId(id) ?? '');
      const storedContents = contentOfId === undefined ? contentsByIdentity.get(identity) : [contentOfId];
      if (storedContents) return storedContents.includes(content) ? 'unchanged' : 'different';
      if (seenIdentities.has(identity)) return 'repeated';
      seenIdentities.add(identity);
      return 'new';
    });
  }
}

const normalizeId = (id: string | null): string | undefined =>
  id && UUID_PATTERN.test(id) ? id.toLowerCase() : undefined;
/** Comparable with `text_start` (question.entity.ts), truncated in the same way. */
const textStartOf = (text: string): string => buildSortKey(normalizeLineBreaks(text));

function* chunks(values: readonly string[]): Generator<string[]> {
  const all = [...new Set(values)];
  for (let from = 0; from < all.length; from += CHUNK) yield all.slice(from, from + CHUNK);
}

type QuestionIdentity = Pick<Question, 'kind' | 'text'> & { options: readonly StoredOption[] };
type QuestionContent = QuestionIdentity &
  Pick<Question, 'points' | 'grading' | 'skill_id' | 'difficulty' | 'tags' | 'feedback' | 'explanation'>;

/** Identity of a question: kind, text and options. */
const identityOf = ({ kind, text, options }: QuestionIdentity): string =>
  JSON.stringify([kind, normalizeLineBreaks(text), options.map(optionIdentity)]);

const optionIdentity = ({ text, fraction, match, tolerance, case_sensitive }: StoredOption) => [
  ...[normalizeLineBreaks(text), fraction, normalizeLineBreaks(match ?? ''), tolerance ?? '', case_sensitive === true],
];

const contentOf = (question: QuestionContent): string =>
  JSON.stringify([
    identityOf(question),
    question.points,
    question.kind === 'multiple' ? question.grading : null,
    question.skill_id,
    question.difficulty ?? null,
    splitTags(question.tags),
    normalizeLineBreaks(question.feedback ?? ''),
    normalizeLineBreaks(question.explanation ?? ''),
    question.options.map(({ feedback }) => normalizeLineBreaks(feedback ?? '')),
  ]);
