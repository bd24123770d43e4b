import { EXACT_COUNT_MAX } from '../../contract/list-dialect';
import { OPEN_ASSIGNMENT_STATES } from '../../contract/training-assignments.resource';
import { ACCOUNT_PENDING, NOT_INVITED } from '../staff/invitation-state';

/** Exact count up to `EXACT_COUNT_MAX`, else `EXACT_COUNT_MAX + 1` without reading further rows. @param from is used twice */
const countSql = (from: string): string =>
  `COALESCE((SELECT ${EXACT_COUNT_MAX + 1} ${from} LIMIT 1 OFFSET ${EXACT_COUNT_MAX}), (SELECT COUNT(*) ${from}))`;

const overdueSql = (condition: string): string =>
  `FROM training_assignment a JOIN staff s ON s.customer_id = :customer_id AND s.staff_id = a.staff_id WHERE a.customer_id = :customer_id AND ${condition}`;

/** Without own evidence, which the current user cannot sign off. */
const pendingEvidenceSql = (hasStaffRecord: boolean): string =>
  `FROM evidence e WHERE e.customer_id = :customer_id AND e.state = 'pending'${hasStaffRecord ? ' AND e.staff_id <> :asker_id' : ''}`;

/** Without own requests, which the current user cannot decide. */
const enrolmentRequestsSql = (hasStaffRecord: boolean): string =>
  `FROM enrolment_request q WHERE q.customer_id = :customer_id AND q.state = 'waiting'${hasStaffRecord ? ' AND q.staff_id <> :asker_id' : ''}`;

/** Invitations that have not expired (modules/staff/invitation-state.ts). */
const OPEN_INVITATIONS_SQL = `FROM staff s WHERE s.customer_id = :customer_id AND s.status = 'invited' AND s.invited_at > :expired_invitation`;

const NOT_INVITED_SQL = `FROM staff s WHERE s.customer_id = :customer_id AND ${NOT_INVITED}`;

const OPEN_STATES_SQL = OPEN_ASSIGNMENT_STATES.map((state) => `'${state}'`).join(', ');
const PENDING_ASSIGNMENTS_SQL = `FROM staff s JOIN training_assignment a ON a.customer_id = :customer_id AND a.staff_id = s.staff_id WHERE s.customer_id = :customer_id AND ${ACCOUNT_PENDING} AND a.state IN (${OPEN_STATES_SQL})`;

/**
 * All counts in one statement. Each has the same conditions as the list that it links to, and uses its own index.
 * @param hasStaffRecord the current user has a staff record, `:asker_id`
 * @param overdueCondition condition of modules/trainings/due-status.query.ts
 */
export const attentionQuery = (hasStaffRecord: boolean, overdueCondition: string): string =>
  `SELECT ${countSql(overdueSql(overdueCondition))} AS overdue, ${countSql(pendingEvidenceSql(hasStaffRecord))} AS waiting,
    ${countSql(enrolmentRequestsSql(hasStaffRecord))} AS enrolments, ${countSql(OPEN_INVITATIONS_SQL)} AS invited,
    ${countSql(NOT_INVITED_SQL)} AS not_invited, ${countSql(PENDING_ASSIGNMENTS_SQL)} AS pending`;
