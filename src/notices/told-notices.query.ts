import { Injectable } from '@nestjs/common';
import type { NoticeDetail, NoticeKind } from '../contract/notices';
import { fullName } from '../contract/person-name';
import { idFromBytes } from '../platform/ids';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';

/** A notice with what it speaks of as that is now. */
export interface ToldNotice {
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
  /** UTC milliseconds; null: it is about no session, or that is gone. */
  starts_at: number | null;
  session_status: string | null;
  /** The reader's place in it; null: none. */
  own_state: string | null;
  /** Of who has asked to take part; null: it is about no such request. */
  request_state: string | null;
  about_id: string | null;
  about_name: string | null;
  /** Due, or valid until; null: no day is set. */
  day: string | null;
  /** Of its assignment: of one that is removed or completed there is nothing to do any more; null: it is about none. */
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

const told = (narrow: string): string =>
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
  WHERE n.customer_id = :customer_id AND n.staff_id = :staff_id ${narrow} LIMIT :count`;
const OF_THE_APP = told(`AND n.channel = 'app' AND n.notice_id < :before_id ORDER BY n.notice_id DESC`);
const OF_A_MAIL = told('AND n.mailed_on = :day ORDER BY n.notice_id');

/** The sessions as they are now, and the person's place in each. */
const SESSIONS = `SELECT x.session_id AS session_id, x.starts_at, x.status AS session_status, b.state AS own_state
  FROM training_session x
  LEFT JOIN session_booking b ON b.customer_id = :customer_id AND b.session_id = x.session_id AND b.staff_id = :staff_id
  WHERE x.customer_id = :customer_id AND x.session_id IN (:session_id)`;

/** What a person was told, with the names of what it is about: one statement for a page, or for a mail; one more where sessions are among it. */
@Injectable()
export class ToldNotices {
  constructor(private readonly queries: TenantQueries) {}

  /** Newest first. @param before the last one of the page before */
  ofApp(tenant: Tenant, staff_id: string, before_id: string, count: number): Promise<ToldNotice[]> {
    return this.rows(tenant, OF_THE_APP, { staff_id, before_id, count });
  }

  /** What the mail of that day takes along, in the order in which it happened. */
  ofMail(tenant: Tenant, staff_id: string, day: string, count: number): Promise<ToldNotice[]> {
    return this.rows(tenant, OF_A_MAIL, { staff_id, day, count });
  }

  private async rows(
    tenant: Tenant,
    sql: string,
    values: { staff_id: string } & Record<string, string | number>,
  ): Promise<ToldNotice[]> {
    const told = await this.queries.rows<Row>(tenant, sql, values);
    const sessions = await this.sessions(tenant, values.staff_id, told);
    return told.map((row) => toldOf(row, sessions.get(sessionOf(row) ?? '')));
  }

  private async sessions(
    tenant: Tenant,
    staff_id: string,
    told: readonly Row[],
  ): Promise<ReadonlyMap<string, SessionRow>> {
    const session_id = [...new Set(told.flatMap((row) => sessionOf(row) ?? []))];
    if (!session_id.length) return new Map();
    const rows = await this.queries.rows<SessionRow>(tenant, SESSIONS, { staff_id, session_id });
    return new Map(rows.map((row) => [idFromBytes(row.session_id), row]));
  }
}

/** Of which the day says nothing to their reader. */
const WITHOUT_DAY: readonly NoticeKind[] = ['result', 'certificate', 'session', 'enrolment'];

const idOf = (bytes: Uint8Array | null): string | null => bytes && idFromBytes(bytes);

/** What a notice of a session is about begins with its id. */
const sessionOf = ({ kind, subject }: Row): string | null => (kind === 'session' ? subject.split(' ')[0]! : null);

function toldOf(row: Row, session: SessionRow | undefined): ToldNotice {
  const { kind, detail, training_title, skill_name, first_name, last_name, assignment_state, request_state } = row;
  const { session_status = null, own_state = null } = session ?? {};
  return {
    notice_id: idFromBytes(row.notice_id!),
    ...{ kind, detail, training_title, skill_name, assignment_state, request_state },
    ...{ assignment_id: idOf(row.assignment_id), attempt_id: idOf(row.attempt_id) },
    ...{ training_id: idOf(row.training_id), skill_id: idOf(row.skill_id), about_id: idOf(row.about_id) },
    ...{ session_id: sessionOf(row), session_status, own_state },
    starts_at: session ? Number(session.starts_at) : null,
    about_name: first_name === null ? null : fullName(first_name, last_name),
    // Of what was assigned the day that counts for its reader is the one on which it is due.
    day: kind === 'assigned' ? row.due_on : WITHOUT_DAY.includes(kind) ? null : row.day,
    ...{ read: row.state === 'read', created_at: Number(row.created_at) },
  };
}
