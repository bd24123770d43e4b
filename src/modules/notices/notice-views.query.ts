import { Injectable } from '@nestjs/common';
import type { NoticeDetail, NoticeKind } from '../../contract/notices';
import { fullName } from '../../contract/person-name';
import { idFromBytes } from '../../common/ids';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';

/** A notice with the current state of its subject. */
export interface NoticeView {
  notice_id: string;
  kind: NoticeKind;
  detail: NoticeDetail | null;
  assignment_id: string | null;
  attempt_id: string | null;
  training_id: string | null;
  training_title: string | null;
  skill_id: string | null;
  skill_name: string | null;
  session_id: string | null;
  /** UTC milliseconds; null: not about a session, or the session is deleted. */
  starts_at: number | null;
  session_status: string | null;
  /** Booking state of the recipient; null: none. */
  own_state: string | null;
  /** State of the enrolment request; null: not about a request. */
  request_state: string | null;
  about_id: string | null;
  about_name: string | null;
  /** Due day or last valid day; null: none. */
  day: string | null;
  /** Null: not about an assignment. */
  assignment_state: string | null;
  read: boolean;
  created_at: number;
}

type Ids = 'notice_id' | 'assignment_id' | 'attempt_id' | 'training_id' | 'skill_id' | 'about_id';
type Row = { [K in Ids]: Uint8Array | null } & {
  kind: NoticeKind;
  detail: NoticeDetail | null;
  day: string;
  state: string;
  created_at: number | string;
  training_title: string | null;
  skill_name: string | null;
  first_name: string | null;
  last_name: string | null;
  assignment_state: string | null;
  request_state: string | null;
  due_on: string | null;
  subject: string;
};
interface SessionRow {
  session_id: Uint8Array;
  starts_at: number | string;
  session_status: string;
  own_state: string | null;
}

const noticesSql = (condition: string): string =>
  `SELECT n.notice_id AS notice_id, n.kind, n.detail, n.day, n.state, n.created_at, n.assignment_id AS assignment_id,
    n.attempt_id AS attempt_id, n.training_id AS training_id, n.skill_id AS skill_id, n.subject, n.about_id AS about_id,
    t.title AS training_title, k.name AS skill_name, s.first_name, s.last_name, a.state AS assignment_state, a.due_on,
    q.state AS request_state
  FROM notice n
  LEFT JOIN training t ON t.customer_id = :customer_id AND t.training_id = n.training_id
  LEFT JOIN skill k ON k.customer_id = :customer_id AND k.skill_id = n.skill_id
  LEFT JOIN staff s ON s.customer_id = :customer_id AND s.staff_id = n.about_id
  LEFT JOIN training_assignment a ON a.customer_id = :customer_id AND a.assignment_id = n.assignment_id
  LEFT JOIN enrolment_request q ON q.customer_id = :customer_id AND n.kind = 'enrolment' AND q.training_id = n.training_id
    AND q.staff_id = n.about_id
  WHERE n.customer_id = :customer_id AND n.staff_id = :staff_id ${condition} LIMIT :count`;
const APP_NOTICES = noticesSql(`AND n.channel = 'app' AND n.notice_id < :before_id ORDER BY n.notice_id DESC`);
const MAIL_NOTICES = noticesSql('AND n.mailed_on = :day ORDER BY n.notice_id');

/** Current state of the sessions, with the booking of the person. */
const SESSIONS = `SELECT x.session_id AS session_id, x.starts_at, x.status AS session_status, b.state AS own_state
  FROM training_session x
  LEFT JOIN session_booking b ON b.customer_id = :customer_id AND b.session_id = x.session_id AND b.staff_id = :staff_id
  WHERE x.customer_id = :customer_id AND x.session_id IN (:session_id)`;

/** Notices of a person with the names of their subjects: one statement per page or mail, and one more for sessions. */
@Injectable()
export class NoticeViewsQuery {
  constructor(private readonly queries: TenantQueries) {}

  /** Newest first. @param before_id last id of the previous page */
  findForApp(tenant: Tenant, staff_id: string, before_id: string, count: number): Promise<NoticeView[]> {
    return this.load(tenant, APP_NOTICES, { staff_id, before_id, count });
  }

  /** Notices of the mail of that day, oldest first. */
  findForMail(tenant: Tenant, staff_id: string, day: string, count: number): Promise<NoticeView[]> {
    return this.load(tenant, MAIL_NOTICES, { staff_id, day, count });
  }

  private async load(
    tenant: Tenant,
    sql: string,
    values: { staff_id: string } & Record<string, string | number>,
  ): Promise<NoticeView[]> {
    const noticeRows = await this.queries.rows<Row>(tenant, sql, values);
    const sessionById = await this.loadSessions(tenant, values.staff_id, noticeRows);
    return noticeRows.map((row) => toView(row, sessionById.get(sessionIdOf(row) ?? '')));
  }

  private async loadSessions(
    tenant: Tenant,
    staff_id: string,
    rows: readonly Row[],
  ): Promise<ReadonlyMap<string, SessionRow>> {
    const session_id = [...new Set(rows.flatMap((row) => sessionIdOf(row) ?? []))];
    if (!session_id.length) return new Map();
    const sessionRows = await this.queries.rows<SessionRow>(tenant, SESSIONS, { staff_id, session_id });
    return new Map(sessionRows.map((row) => [idFromBytes(row.session_id), row]));
  }
}

/** Kinds whose day is not shown. */
const WITHOUT_DAY: readonly NoticeKind[] = ['result', 'certificate', 'session', 'enrolment'];

const idOf = (bytes: Uint8Array | null): string | null => bytes && idFromBytes(bytes);

/** The subject of a session notice starts with the session id. */
const sessionIdOf = ({ kind, subject }: Row): string | null => (kind === 'session' ? subject.split(' ')[0]! : null);

function toView(row: Row, session: SessionRow | undefined): NoticeView {
  const { kind, detail, training_title, skill_name, first_name, last_name, assignment_state, request_state } = row;
  const { session_status = null, own_state = null } = session ?? {};
  return {
    notice_id: idFromBytes(row.notice_id!),
    kind,
    detail,
    training_title,
    skill_name,
    assignment_state,
    request_state,
    assignment_id: idOf(row.assignment_id),
    attempt_id: idOf(row.attempt_id),
    training_id: idOf(row.training_id),
    skill_id: idOf(row.skill_id),
    about_id: idOf(row.about_id),
    session_id: sessionIdOf(row),
    session_status,
    own_state,
    starts_at: session ? Number(session.starts_at) : null,
    about_name: first_name === null ? null : fullName(first_name, last_name),
    // New assignments show the due day.
    day: kind === 'assigned' ? row.due_on : WITHOUT_DAY.includes(kind) ? null : row.day,
    read: row.state === 'read',
    created_at: Number(row.created_at),
  };
}
