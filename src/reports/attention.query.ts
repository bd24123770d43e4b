import { COUNT_MAX } from '../contract/list-dialect';
import { OPEN_ASSIGNMENT_STATES } from '../contract/training-assignments.resource';
import { ACCOUNT_PENDING, NOT_INVITED } from '../staff/invitation-state';

/** Exact up to `COUNT_MAX`; where there are more, one more than that, and no further row is read. @param from twice in it */
const counted = (from: string): string =>
  `COALESCE((SELECT ${COUNT_MAX + 1} ${from} LIMIT 1 OFFSET ${COUNT_MAX}), (SELECT COUNT(*) ${from}))`;

const overdue = (condition: string): string =>
  `FROM training_assignment a JOIN staff s ON s.customer_id = :customer_id AND s.staff_id = a.staff_id WHERE a.customer_id = :customer_id AND ${condition}`;

/** Nobody signs off their own. */
const waiting = (isOfStaff: boolean): string =>
  `FROM evidence e WHERE e.customer_id = :customer_id AND e.state = 'pending'${isOfStaff ? ' AND e.staff_id <> :asker_id' : ''}`;

/** Nobody decides about themselves. */
const asked = (isOfStaff: boolean): string =>
  `FROM enrolment_request q WHERE q.customer_id = :customer_id AND q.state = 'waiting'${isOfStaff ? ' AND q.staff_id <> :asker_id' : ''}`;

/** Those that can still be accepted (staff/invitation-state.ts). */
const INVITED = `FROM staff s WHERE s.customer_id = :customer_id AND s.status = 'invited' AND s.invited_at > :expired_invitation`;

const WITHOUT_ACCOUNT = `FROM staff s WHERE s.customer_id = :customer_id AND ${NOT_INVITED}`;

const OPEN = OPEN_ASSIGNMENT_STATES.map((state) => `'${state}'`).join(', ');
const PENDING = `FROM staff s JOIN training_assignment a ON a.customer_id = :customer_id AND a.staff_id = s.staff_id WHERE s.customer_id = :customer_id AND ${ACCOUNT_PENDING} AND a.state IN (${OPEN})`;

/**
 * All figures in one statement, each by the same conditions as the list that it leads to, and by an index of its own.
 * @param isOfStaff the asker has a staff record, `:asker_id`
 * @param isOverdue the condition of trainings/due-dates.ts
 */
export const attentionQuery = (isOfStaff: boolean, isOverdue: string): string =>
  `SELECT ${counted(overdue(isOverdue))} AS overdue, ${counted(waiting(isOfStaff))} AS waiting,
    ${counted(asked(isOfStaff))} AS enrolments, ${counted(INVITED)} AS invited,
    ${counted(WITHOUT_ACCOUNT)} AS not_invited, ${counted(PENDING)} AS pending`;
