import { createConnection, type Connection } from 'mysql2/promise';
import { Database, type SqlValue } from '../../src/infrastructure/database/database';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import type { RunningApp } from './app';
import type { Headers, Organisation } from './organisation';

export interface Sizes {
  staff: number;
  attempts: number;
  events: number;
  /** Rows of every other table. */
  otherRows: number;
}

/** SIZE=full uses 100,000 staff, a million attempts and a million events. The small size tests the same properties. */
export const sizes: Sizes =
  process.env.SIZE === 'full'
    ? { staff: 100_000, attempts: 1_000_000, events: 1_000_000, otherRows: 12_000 }
    : { staff: 12_000, attempts: 70_000, events: 70_000, otherRows: 600 };

/** The id of row `n` of a table: 16 bytes that grow with `n`, as UUIDv7 grow with time. */
const idOf = (tag: number, n: string): string =>
  `UNHEX(CONCAT(LPAD(HEX(${n}), 12, '0'), '7', LPAD('${tag}', 3, '0'), '8', LPAD(HEX(${n}), 15, '0')))`;
const FIRST_NAMES = ['asha', 'maria', 'jörg', 'li', 'omar', 'ines', 'piotr', 'anna', 'tom', 'zoë'];
const pick = (words: readonly string[], n: string): string =>
  `ELT(1 + (${n}) MOD ${words.length}, ${words.map((paddedText) => `'${paddedText}'`).join(', ')})`;
const paddedText = (prefix: string, n: string): string => `CONCAT('${prefix}', LPAD(${n}, 7, '0'))`;
/** Scatters neighbours: rows adjacent in one order are far apart in another. */
const scattered = (n: string, modulus: number, multiplier: number): string => `((${n} * ${multiplier}) MOD ${modulus})`;
const dayOf = (n: string, days: number): string =>
  `DATE_FORMAT(DATE_ADD('2018-01-01', INTERVAL ((${n}) MOD ${days}) DAY), '%Y-%m-%d')`;

/** Fills the organisation with INSERT … SELECT in seconds. Other columns are NULL, 0 or empty. */
export async function fillOrganisation(
  running: RunningApp,
  { customer_id }: Organisation,
  { staff, attempts, events, otherRows }: Sizes,
): Promise<void> {
  const connection = await createConnection(running.config.databaseUrl.replace(/^mariadb:/, 'mysql:'));
  try {
    await connection.query('SET SESSION foreign_key_checks = 0, unique_checks = 0, max_statement_time = 0');
    const fill = (table: string, count: number, values: Record<string, string>) =>
      fillTable(connection, table, count, { customer_id: String(customer_id), row_version: '1', ...values });
    const at = (n: string, step = 60_000) => `1500000000000 + ${n} * ${step}`;
    const staffId = (n: string) => idOf(1, `1 + ${n}`);
    const referenceId = (tag: number, n: string) => idOf(tag, `1 + (${n}) MOD ${otherRows}`);
    const stamps = { created_at: at('seq'), updated_at: at(scattered('seq', otherRows, 7919)) };

    await fill('department', otherRows, {
      ...stamps,
      department_id: idOf(11, 'seq'),
      name: paddedText('Shop ', 'seq'),
      name_key: paddedText('shop ', 'seq'),
      name_sort: paddedText('shop ', scattered('seq', otherRows, 7919)),
    });
    await fill('job_role', otherRows, {
      ...stamps,
      job_role_id: idOf(12, 'seq'),
      name: paddedText('Role ', 'seq'),
      name_key: paddedText('role ', 'seq'),
      name_sort: paddedText('role ', scattered('seq', otherRows, 7919)),
    });
    await fill('staff', staff, {
      staff_id: idOf(1, 'seq'),
      staff_code: paddedText('P-', 'seq'),
      staff_code_key: paddedText('p-', 'seq'),
      first_name: pick(FIRST_NAMES, 'seq'),
      first_name_sort: pick(FIRST_NAMES, 'seq'),
      last_name: paddedText('rao', scattered('seq', staff, 7919)),
      last_name_sort: paddedText('rao', scattered('seq', staff, 7919)),
      email: `CONCAT('p', seq, '@example.org')`,
      department_id: referenceId(11, 'seq'),
      job_role_id: referenceId(12, 'seq'),
      joined: dayOf('seq', 2000),
      last_active_day: `IF(seq MOD 10 = 0, ${dayOf('seq', 700)}, NULL)`,
      status: `IF(seq MOD 10 = 0, 'left', 'active')`,
      created_at: at('seq'),
      updated_at: at(scattered('seq', staff, 104_729)),
    });
    const staffWords = [
      pick(FIRST_NAMES, 'seq'),
      paddedText('rao', scattered('seq', staff, 7919)),
      paddedText('p', 'seq'),
      "CONCAT('p', seq)",
    ];
    for (const expression of [...staffWords, "'p'", paddedText('', 'seq'), "'example'", "'org'"]) {
      await connection.query(
        `INSERT IGNORE INTO search_word (customer_id, kind, word, record_id)
         SELECT ${customer_id}, 'staff', ${expression}, ${idOf(1, 'seq')} FROM seq_1_to_${staff}`,
      );
    }
    await connection.query('SET SESSION group_concat_max_len = 65535');
    await connection.query(
      `INSERT IGNORE INTO search_text (customer_id, kind, record_id, words)
       SELECT customer_id, kind, record_id, GROUP_CONCAT(CONCAT(' ', word) SEPARATOR '') FROM search_word
       WHERE customer_id = ${customer_id} GROUP BY customer_id, kind, record_id`,
    );
    await fill('skill', otherRows, {
      ...stamps,
      skill_id: idOf(2, 'seq'),
      skill_code: paddedText('S-', 'seq'),
      skill_code_key: paddedText('s-', 'seq'),
      name: paddedText('Skill ', 'seq'),
      name_key: paddedText('skill ', 'seq'),
      name_sort: paddedText('skill ', 'seq'),
      skill_group: paddedText('Group ', 'seq MOD 20'),
      min_level: '1 + seq MOD 4',
      required_headcount: 'seq MOD 9',
      status: "'active'",
      validity_months: '1 + seq MOD 36',
    });
    await fill('training_location', otherRows, {
      ...stamps,
      training_location_id: idOf(13, 'seq'),
      code: paddedText('L-', 'seq'),
      code_key: paddedText('l-', 'seq'),
      name: paddedText('Hall ', 'seq'),
      name_key: paddedText('hall ', 'seq'),
      status: "'active'",
      name_sort: paddedText('hall ', scattered('seq', otherRows, 7919)),
      seats: `IF(seq MOD 3 = 0, NULL, seq MOD 40)`,
    });
    await fill('training_category', otherRows, {
      ...stamps,
      category_id: idOf(3, 'seq'),
      code: paddedText('C-', 'seq'),
      code_key: paddedText('c-', 'seq'),
      position: 'seq MOD 50',
      name: paddedText('Category ', 'seq'),
      name_key: paddedText('category ', 'seq'),
      name_sort: paddedText('category ', 'seq'),
      status: "'active'",
    });
    await fill('training', otherRows, {
      ...stamps,
      training_id: idOf(4, 'seq'),
      code: paddedText('T-', 'seq'),
      code_key: paddedText('t-', 'seq'),
      type: "'video'",
      title: paddedText('Training ', 'seq'),
      title_sort: paddedText('training ', scattered('seq', otherRows, 7919)),
      category_id: referenceId(3, 'seq'),
      estimated_minutes: 'seq MOD 90',
      video_threshold: '90',
      due_days: 'seq MOD 60',
      status: "'published'",
      published_at: at('seq'),
      validity_months: 'seq MOD 36',
      content_revision: '1',
    });
    await fill('quiz', otherRows, {
      ...stamps,
      quiz_id: idOf(5, 'seq'),
      training_id: idOf(4, 'seq'),
      title: paddedText('Quiz ', 'seq'),
      at_end: "'auto_submit'",
      title_sort: paddedText('quiz ', scattered('seq', otherRows, 7919)),
      pass_mark: '80',
      review: "'after_submit'",
      status: "'active'",
      question_count: 'seq MOD 30',
      total_points: 'seq MOD 30',
    });
    await fill('question', otherRows, {
      ...stamps,
      question_id: idOf(6, 'seq'),
      kind: "'single'",
      text: paddedText('Where is the brake ', 'seq'),
      points: '1',
      text_sort: paddedText('where is the brake ', 'seq'),
      text_start: paddedText('where is the brake ', 'seq'),
      tags: paddedText('tag ', 'seq MOD 30'),
      tags_sort: paddedText('tag ', 'seq MOD 30'),
      status: "'active'",
      options: "'[]'",
    });
    await fill('training_assignment', staff, {
      assignment_id: idOf(7, 'seq'),
      staff_id: idOf(1, 'seq'),
      training_id: referenceId(4, 'seq'),
      cycle: '1',
      source: "'manual'",
      state: pick(['assigned', 'in_progress', 'completed'], 'seq'),
      mandatory: '1',
      assigned_on: dayOf(scattered('seq', staff, 7919), 2000),
      due_on: dayOf('seq', 2100),
      completed_at: `IF(seq MOD 3 = 2, ${at('seq')}, NULL)`,
      created_at: at('seq'),
      updated_at: at('seq'),
    });
    await fill('video_progress', staff, {
      assignment_id: idOf(7, 'seq'),
      staff_id: idOf(1, 'seq'),
      training_id: referenceId(4, 'seq'),
      watched_ranges: "'[]'",
      duration_ms: '600000',
      watched_ms: '60000',
      best_speed: '100',
      linked_at: at('seq'),
      beat_at: at('seq'),
      created_at: at('seq'),
      updated_at: at('seq'),
    });
    await fill('attempt', attempts, {
      attempt_id: idOf(8, 'seq'),
      staff_id: staffId(`seq MOD ${staff}`),
      attempt_no: `1 + seq DIV ${staff}`,
      training_id: referenceId(4, `seq DIV 7`),
      quiz_id: referenceId(5, `seq DIV 7`),
      assignment_id: idOf(7, `1 + seq MOD ${staff}`),
      status: "IF(seq MOD 1000 = 0, 'in_progress', 'submitted')",
      pass_mark: '80',
      paper: `'{"questions":[]}'`,
      started_at: at(scattered('seq', attempts, 7919), 1000),
      submitted_at: at(scattered('seq', attempts, 7919), 1000),
      correct_marks: '1000000',
      total_marks: '1000000',
      score_hundredths: '10000',
      result: "IF(seq MOD 50 = 0, 'failed', 'passed')",
      created_at: at('seq'),
      updated_at: at('seq'),
    });
    const staffAndSkill = { staff_id: idOf(1, 'seq'), skill_id: referenceId(2, 'seq') };
    await fill('evidence', staff, {
      ...staffAndSkill,
      evidence_id: idOf(9, 'seq'),
      effective_date: dayOf(scattered('seq', staff, 7919), 2000),
      kind: "'assessment'",
      level: '3',
      valid_until: dayOf('seq', 4000),
      state: pick(['approved', 'pending'], 'seq DIV 9'),
      first_state: "'approved'",
      source_type: "'manual'",
      source_id: idOf(9, 'seq'),
      created_at: at('seq'),
      updated_at: at('seq'),
    });
    for (const [table, tag] of [
      ['skill_target', 21],
      ['revocation', 22],
      ['exemption', 23],
    ] as const) {
      const key = table === 'skill_target' ? 'target_id' : `${table}_id`;
      await fill(table, staff, {
        ...staffAndSkill,
        [key]: idOf(tag, 'seq'),
        from_date: dayOf(scattered('seq', staff, 7919), 2000),
        to_date: dayOf('seq', 4000),
        created_at: at('seq'),
        updated_at: at('seq'),
        ...(table === 'skill_target' ? { level: '3' } : { reason: "'so'" }),
      });
    }
    await fill('role_target', otherRows, {
      job_role_id: idOf(12, 'seq'),
      skill_id: referenceId(2, 'seq'),
      target_id: idOf(24, 'seq'),
      level: '3',
      from_date: dayOf(scattered('seq', otherRows, 7919), 2000),
      to_date: dayOf('seq', 4000),
      ...stamps,
    });
    await fill('api_key', otherRows, {
      api_key_id: idOf(25, 'seq'),
      name: paddedText('Program ', scattered('seq', otherRows, 7919)),
      prefix: "'sg_'",
      secret_digest: idOf(25, 'seq'),
      scopes: "'[]'",
      ...stamps,
    });
    await fill('audit_event', events, {
      audit_event_id: idOf(31, 'seq'),
      at: at(scattered('seq', events, 7919), 1000),
      account_id: referenceId(32, 'seq'),
      role: "'admin'",
      action: pick(['staff.change', 'staff.create', 'skill.change'], 'seq'),
      subject_type: "'staff'",
      subject_id: `LOWER(HEX(${staffId(`seq MOD ${staff}`)}))`,
    });
    await fill('job', otherRows, {
      ...stamps,
      job_id: idOf(33, 'seq'),
      created_by: referenceId(32, 'seq'),
      run_after: at('seq'),
      ended_at: at('seq'),
      kind: "'bulk_assign'",
      lane: "'bulk'",
      phase: "'work'",
      state: pick(['done', 'failed', 'undone'], 'seq'),
    });
    await fill('assignment_rule', otherRows, {
      ...stamps,
      rule_id: idOf(34, 'seq'),
      name: paddedText('Rule ', 'seq'),
      name_key: paddedText('rule ', 'seq'),
      name_sort: paddedText('rule ', scattered('seq', otherRows, 7919)),
      due_days: 'seq MOD 60',
      mandatory: '1',
      active: '1',
      department_id: referenceId(11, 'seq'),
      job_role_id: referenceId(12, 'seq'),
      status: "'active'",
    });
    await fill('certificate', staff, {
      certificate_id: idOf(35, 'seq'),
      assignment_id: idOf(7, 'seq'),
      staff_id: idOf(1, 'seq'),
      cycle: '1',
      training_id: referenceId(4, 'seq'),
      number: paddedText('2026-', 'seq'),
      code: paddedText('K', 'seq'),
      staff_name: paddedText('N', 'seq'),
      training_name: paddedText('Training ', 'seq'),
      organisation_name: "'Plant'",
      completed_on: dayOf('seq', 2000),
      valid_until: `IF(seq MOD 3 = 0, NULL, ${dayOf('seq', 2100)})`,
      issued_at: at(scattered('seq', staff, 7919)),
      state: pick(['issued', 'superseded', 'revoked'], 'seq'),
      created_at: at('seq'),
      updated_at: at('seq'),
    });
    await fill('training_session', otherRows, {
      ...stamps,
      session_id: idOf(36, 'seq'),
      training_id: referenceId(4, scattered('seq', otherRows, 7919)),
      status: "'planned'",
      starts_at: at(scattered('seq', otherRows, 104_729)),
      ends_at: at(`${scattered('seq', otherRows, 104_729)} + 60`),
      training_location_id: referenceId(13, 'seq'),
      trainer_id: staffId('seq MOD 50'),
      seats: '40',
      seats_left: '20',
    });
    await fill('session_booking', staff, {
      booking_id: idOf(37, 'seq'),
      session_id: referenceId(36, 'seq'),
      training_id: referenceId(4, 'seq'),
      staff_id: idOf(1, 'seq'),
      assignment_id: idOf(7, 'seq'),
      state: pick(['booked', 'waiting', 'attended', 'absent'], 'seq'),
      asked_at: at(scattered('seq', staff, 7919)),
      created_at: at('seq'),
      updated_at: at('seq'),
    });
    await fill('enrolment_request', staff, {
      enrolment_request_id: idOf(38, 'seq'),
      training_id: referenceId(4, scattered('seq', staff, 7919)),
      staff_id: idOf(1, 'seq'),
      state: pick(['waiting', 'approved', 'declined', 'withdrawn'], 'seq'),
      asked_at: at(scattered('seq', staff, 104_729)),
      created_at: at('seq'),
      updated_at: at('seq'),
    });
    const [tables] = await connection.query<never>('SHOW TABLES');
    const names = (tables as Record<string, string>[]).map((row) => Object.values(row)[0]);
    await connection.query(`ANALYZE TABLE ${names.join(', ')}`);
  } finally {
    await connection.end();
  }
}

async function fillTable(
  connection: Connection,
  table: string,
  count: number,
  values: Record<string, string>,
): Promise<void> {
  const [columns] = await connection.query<never>(
    'SELECT column_name AS name, is_nullable AS empty, data_type AS type FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = ?',
    [table],
  );
  const parts = (columns as { name: string; empty: string; type: string }[]).map(({ name, empty, type }) => {
    const value = values[name] ?? (empty === 'YES' ? 'NULL' : /int/.test(type) ? '0' : "''");
    return { name, value };
  });
  await connection.query(
    `INSERT INTO ${table} (${parts.map(({ name }) => name).join(', ')})
     SELECT ${parts.map(({ value }) => value).join(', ')} FROM seq_1_to_${count}`,
  );
}

/** A statement and the number of rows that the server read for it (`Handler_read%` of MariaDB). */
interface StatementReads {
  sql: string;
  values: readonly unknown[];
  rowsRead: number;
}
export interface MeasuredReply {
  status: number;
  body: any;
  headers: Record<string, unknown>;
  reads: StatementReads[];
}

/** Sends a request on one connection and measures what each of its statements read. */
export async function requestWithReads(running: RunningApp, path: string, headers: Headers): Promise<MeasuredReply> {
  const { app } = running;
  const database = app.get(Database);
  const reads: StatementReads[] = [];
  const rows = database.rows.bind(database);
  const each = database.each.bind(database);
  const handlerReads = async (): Promise<number> => {
    const status = await rows<{ Value: string }>("SHOW SESSION STATUS LIKE 'Handler_read%'");
    return status.reduce((sum, { Value }) => sum + Number(Value), 0);
  };
  return app.get(TransactionManager).runOutermost(async () => {
    const first = await handlerReads();
    // The measurement itself reads a constant number of rows.
    const overhead = (await handlerReads()) - first;
    const measure = async <T>(sql: string, values: readonly unknown[], work: () => Promise<T>): Promise<T> => {
      const before = await handlerReads();
      const answer = await work();
      reads.push({ sql, values, rowsRead: (await handlerReads()) - before - overhead });
      return answer;
    };
    database.rows = <R>(sql: string, values: readonly SqlValue[] = []): Promise<R[]> =>
      measure(sql, values, () => rows<R>(sql, values));
    database.each = <R>(sql: string, values: readonly SqlValue[], onRow: (row: R) => void): Promise<void> =>
      measure(sql, values, () => each<R>(sql, values, onRow));
    try {
      const answer = await app.inject({ method: 'GET', url: path, headers });
      return { status: answer.statusCode, body: answer.json(), headers: answer.headers, reads };
    } finally {
      for (const name of ['rows', 'each'] as const) Reflect.deleteProperty(database, name);
    }
  });
}
