import type { Reading, ReadRow } from '../tenancy/joint-reading';

/** Of the attempt `:attempt_id`: how many its quiz and its assignment allow, how many of its cycle are taken, and how many of them run. */
export const ATTEMPTS_LEFT = {
  numbers: `q.attempts_allowed, a.extra_attempts,
    (SELECT COUNT(*) FROM attempt c WHERE c.customer_id = :customer_id AND c.staff_id = x.staff_id
      AND c.quiz_id = x.quiz_id AND c.assignment_id = x.assignment_id AND c.status NOT IN ('voided')) AS taken,
    (SELECT COUNT(*) FROM attempt o WHERE o.customer_id = :customer_id AND o.staff_id = x.staff_id
      AND o.quiz_id = x.quiz_id AND o.assignment_id = x.assignment_id AND o.status = 'in_progress'
      AND o.attempt_no NOT IN (x.attempt_no)) AS running`,
  from: `FROM attempt x JOIN quiz q ON q.customer_id = :customer_id AND q.quiz_id = x.quiz_id
    LEFT JOIN training_assignment a ON a.customer_id = :customer_id AND a.assignment_id = x.assignment_id
    WHERE x.customer_id = :customer_id AND x.attempt_id = :attempt_id`,
} satisfies Reading;

/** No other can be begun in its cycle, and no other runs: nobody learns here what they are asked there. */
export function isLastOf([row]: readonly ReadRow[]): boolean {
  const allowed = row?.['attempts_allowed'] ?? null;
  if (allowed === null) return false;
  return Number(row!['taken']) >= Number(allowed) + Number(row!['extra_attempts'] ?? 0) && row!['running'] === 0;
}
