import { Injectable } from '@nestjs/common';
import { JointReading } from '../tenancy/joint-reading';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import { byChance, drawnFrom, isShort, placedOf, placedReadings, type Placed } from './placed-questions';

const OF_QUIZ = new JointReading(placedReadings('q.quiz_id = :quiz_id'));
const OF_TRAINING = new JointReading({
  quiz: {
    numbers: 'q.question_count',
    from: `FROM quiz q WHERE q.customer_id = :customer_id AND q.training_id = :training_id AND q.status = 'active'`,
  },
  ...placedReadings('q.training_id = :training_id'),
});

/** What a quiz would ask if somebody began it now. */
@Injectable()
export class QuizPapers {
  constructor(private readonly queries: TenantQueries) {}

  /** Its places in their order, in one statement. @param first questions to be drawn before others */
  async placesOf(tenant: Tenant, quiz_id: string, first?: readonly string[]): Promise<Placed[]> {
    return placedOf(await this.queries.joint(tenant, OF_QUIZ, { quiz_id, ...byChance(first) }));
  }

  /** none: the training has no quiz that asks something. short: the bank has too little for what is drawn. */
  async stateOf(tenant: Tenant, training_id: string): Promise<'none' | 'short' | 'ready'> {
    const rows = await this.queries.joint(tenant, OF_TRAINING, { training_id, ...byChance() });
    if (!rows.quiz[0]?.['question_count']) return 'none';
    return isShort(drawnFrom(placedOf(rows))) ? 'short' : 'ready';
  }
}
