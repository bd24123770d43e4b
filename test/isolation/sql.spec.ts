import { readFileSync, readdirSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import ts from 'typescript';
import { Database } from '../../src/platform/database/database';
import { Transactions } from '../../src/platform/database/transactions';
import { idToBytes } from '../../src/platform/ids';
import { entities } from '../../src/schema';
import { DIRECTORY } from '../../src/tenancy/directory';
import { JobWorker } from '../../src/tenancy/jobs/job-worker';
import { Jobs } from '../../src/tenancy/jobs/jobs.service';
import { checkTenantSql } from '../../src/tenancy/tenant-queries';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { certified } from '../support/certificates';
import { openCrowd, openMarket } from '../support/crowd';
import { operationsOf } from '../support/openapi';
import { statementsDuring, statementsOfRequests } from '../support/statements';
import { commands, readings, signingIn } from '../support/traffic';
import { openWorld } from '../support/world';
import { openPlant } from '../support/plant';
import { swept, unscheduled } from '../support/sweeps';
import { noticesAsked, toldAndMailed } from '../support/notices';

/** What a cluster cannot do, or only one engine can (speed.md, Beyond one machine). */
const DENIED: Readonly<Record<string, RegExp>> = {
  'changes to the audit trail: it is append-only':
    /\b(UPDATE|DELETE\s+FROM|REPLACE\s+INTO|TRUNCATE(\s+TABLE)?)\s+audit_event\b/i,
  'named locks': /\b(GET_LOCK|RELEASE_LOCK|IS_FREE_LOCK)\s*\(/i,
  'table locks': /\bLOCK\s+TABLES?\b/i,
  'distributed transactions': /^\s*XA\b/i,
  triggers: /\bTRIGGER\b/i,
  procedures: /\b(CREATE\s+(PROCEDURE|FUNCTION|EVENT)|CALL\s+\w+\s*\()/i,
  'full text': /\b(FULLTEXT|MATCH\s*\([^)]*\)\s*AGAINST|fts\d)\b/i,
  'temporary tables': /\b(TEMPORARY|TEMP)\s+TABLE\b/i,
  RETURNING: /\bRETURNING\b/i,
  'locking reads: a guarded write decides': /\bFOR\s+(UPDATE|SHARE)\b|\bLOCK\s+IN\s+SHARE\s+MODE\b/i,
  'SELECT *: a column more would be read by everybody': /\bSELECT\s+(DISTINCT\s+)?(\w+\.)?\*/i,
  'swallowed errors': /\b(INSERT|UPDATE)\s+(OR\s+)?IGNORE\b|\bREPLACE\s+INTO\b/i,
  'operators of one engine': /<=>|->>?|::|\|\||\b(REGEXP|RLIKE|GLOB|ILIKE|DIV|XOR|SOUNDS\s+LIKE)\b/i,
  'functions of one engine':
    /\b(JSON_\w+|IFNULL|IF|NVL|FIND_IN_SET|FIELD|UUID|RAND|RANDOM|LAST_INSERT_ID|rowid|changes)\s*\(/i,
  'the database’s clock: days and instants are the application’s':
    /\b(NOW|CURDATE|CURTIME|SYSDATE|UNIX_TIMESTAMP|FROM_UNIXTIME|DATE_ADD|DATE_SUB|DATEDIFF|DATE_FORMAT|STR_TO_DATE|strftime|julianday|datetime)\s*\(|\bCURRENT_(DATE|TIME|TIMESTAMP)\b/i,
  'hints to a planner': /\b(USE|FORCE|IGNORE)\s+INDEX\b|\bSTRAIGHT_JOIN\b|\bINDEXED\s+BY\b|\/\*/i,
  'several statements in one': /;\s*\S/,
};

/** Denied, and yet sent: an argument each. One that nothing sends any more fails. */
const ARGUED: readonly { why: string; sql: RegExp }[] = [];

/** Read across organisations; everything else that touches an owned table names its customer. */
const ACROSS: readonly { why: string; sql: RegExp }[] = [
  {
    why: 'The session’s row says whose it is, and brings along whether its person is a manager there.',
    sql: /FROM session s .* LEFT JOIN staff_line l ON l\.customer_id = s\.customer_id/s,
  },
  {
    why: 'The worker looks for overdue attempts of everybody; what it finds leads to a tenant each.',
    sql: /^SELECT customer_id, attempt_id, staff_id FROM attempt WHERE status = /,
  },
  {
    why: 'The sweeper looks for uploads of everybody whose day is over; what it finds leads to a tenant each.',
    sql: /^SELECT customer_id, upload_id FROM video_upload WHERE expires_at <= /,
  },
  {
    why: 'The sweeper looks for stored files of everybody that no row refers to; what it finds leads to a tenant each.',
    sql: /^SELECT customer_id, storage_key FROM pending_file WHERE expires_at <= /,
  },
  {
    why: 'The sweeper looks for videos of everybody that wait to be streamed, or that nobody plays any more.',
    sql: /^SELECT customer_id, file_id, state FROM streamed_video WHERE state IN /,
  },
  {
    why: 'The sweeper looks for smaller pictures that somebody has asked for; what it finds leads to a tenant each.',
    sql: /^SELECT customer_id, file_id, height FROM video_rendition WHERE state = /,
  },
  {
    why: 'The sweeper looks for files of everybody that were to be imported and whose week is over.',
    sql: /^SELECT customer_id, import_id FROM import_file WHERE expires_at <= /,
  },
  {
    why: 'The code of a certificate says whose it is.',
    sql: /FROM certificate c JOIN customer_state o ON o\.customer_id = c\.customer_id WHERE c\.code = /,
  },
  {
    why: 'The sweeper looks for completed cycles of everybody without a certificate; what it finds leads to a tenant each.',
    sql: /^SELECT a\.customer_id AS customer_id, a\.assignment_id AS assignment_id, a\.staff_id AS staff_id, a\.updated_at\s/,
  },
  {
    why: 'The sweeper looks whose day is to be told and whose mails wait; what it finds leads to a tenant each.',
    sql: /FROM customer_state c LEFT JOIN notice_day d ON d\.customer_id = c\.customer_id\s+WHERE c\.customer_id > /,
  },
  {
    why: 'The sweeper looks whose completions of the day are to be looked through; what it finds leads to a tenant each.',
    sql: /FROM customer_state c LEFT JOIN renewal_day d ON d\.customer_id = c\.customer_id\s+WHERE c\.customer_id > /,
  },
  {
    why: 'The sweeper looks in which organisations somebody’s last day is over; what it finds leads to a tenant each.',
    sql: /AS first_day\s+FROM customer_state c WHERE c\.customer_id > /,
  },
  {
    why: 'The API key that acted is of the organisation of its event, which the statement asks for.',
    sql: /FROM audit_event e LEFT JOIN account a .* LEFT JOIN api_key k ON k\.customer_id = e\.customer_id AND /s,
  },
  {
    why: 'Platform staff list the subscriptions of all organisations, with what each has in use.',
    sql: /FROM subscriber s LEFT JOIN plan_usage u ON u\.customer_id = s\.customer_id\s+LEFT JOIN customer k /,
  },
];

/** Tables that no organisation owns, beside the directory (test/isolation/ownership.spec.ts says why). */
const MACHINERY = ['Session', 'AuditEvent', 'OutboxMail', 'ThrottleCounter', 'SweepLease'];

/** Owned tables that are only written. */
const UNREAD: Readonly<Record<string, string>> = {
  ledger_lock: 'Written to lock a person or a job role; nothing is read of it.',
  live_event: 'Read by the look that every process takes once a second across organisations, where streams are open.',
  notice_refusal: 'Read beside the staff that it is of, by LEFT JOIN: what each wants to be told.',
  renewal_day: 'Read beside the organisations, by LEFT JOIN: up to which day each is looked through.',
  rendition_spending: 'Summed up where a video is streamed (test/rest/video-streams.spec.ts).',
  staff_structure: 'Counted up, so that one change of who stands below whom follows another.',
  evidence_event: 'What was decided and why, append-only; the state of a piece of evidence is kept beside it.',
};

/** Tables that a process writes by itself, a moment later or not at all, whatever is asked of it: a reason for each. */
const UNWRITTEN: Readonly<Record<string, string>> = {
  live_event: 'What processes tell each other where there is no Redis (test/servers/live.spec.ts).',
  past_video_progress:
    'Written where another video replaces one that is in progress (test/rest/video-replaced.spec.ts).',
  video_rendition: 'Asked for where there is ffmpeg (test/rest/video-streams.spec.ts).',
  rendition_spending: 'Spent where there is ffmpeg (test/rest/video-streams.spec.ts).',
  video_stream: 'What ffmpeg made, where there is one (test/rest/video-streams.spec.ts).',
};

/** Files whose statements are put together by functions: their judge is their first run, so the traffic must send them. */
const COMPOSED: Readonly<Record<string, RegExp>> = {
  'src/reports/explain.service.ts': /^SELECT 'staff' AS part, s\.staff_id AS id, s\.first_name/,
  'src/reports/skill-history.service.ts': /^SELECT 'staff' AS part, s\.staff_id AS id, s\.job_role_id/,
  'src/reports/matrix-block.ts': /GROUP_CONCAT\(/,
  'src/reports/quiz-report.query.ts': /^SELECT w\.attempt_id AS attempt_id/,
};

/** Texts that no request sends. */
const OF_NO_REQUEST: Readonly<Record<string, string>> = {
  'src/certificates/kept-files.ts': 'As src/trainings/kept-files.ts.',
  'src/trainings/kept-files.ts': 'Which files a backup copies: those of every organisation.',
};

/** Files outside platform/ and tenancy/ that hold the raw `Database`, each with its reason. */
const HOLDS_DATABASE: Readonly<Record<string, string>> = {
  'src/audit/audit-log.ts':
    'Reads only: who an account is beside what it did, in one statement; no repository could change a row.',
  'src/certificates/certificate-lookup.ts': 'Reads only: a certificate by its code, before it is known whose it is.',
  'src/certificates/owed-certificates.ts': 'Looks across organisations.',
  'src/identity/held-accounts.ts':
    'Writes to the row of the account that acts, so that one change of what protects it follows another.',
  'src/identity/signed-in-accounts.ts': 'Account and organisation in one statement, before it is known who signs in.',
  'src/imports/past-imports.ts': 'Looks across organisations.',
  'src/move.ts': 'A command, of no request: which organisations there are.',
  'src/notices/notice-round.ts': 'Looks across organisations.',
  'src/quizzes/overdue-attempts.ts': 'Looks across organisations.',
  'src/search-rebuild.ts': 'A command, of no request: the words and folded columns of all organisations.',
  'src/staff/ended-employments.ts': 'Looks across organisations.',
  'src/subscriptions/plan-usage.ts': 'Compares two columns, which a `where` of values cannot say; names its customer.',
  'src/subscriptions/subscriber-list.ts':
    'Reads only: subscriptions with counters and registrant of their organisation, over all of them.',
  'src/trainings/ended-uploads.ts': 'Looks across organisations.',
  'src/trainings/renewal-round.ts': 'Looks across organisations.',
  'src/trainings/rule-round.ts': 'Looks across organisations.',
  'src/trainings/video-renditions.ts': 'Looks across organisations.',
  'src/trainings/video-streams.ts': 'Looks across organisations.',
};

/** A video that nobody plays any more, and what was made of it. */
async function uploadedAndRemoved(running: RunningApp): Promise<void> {
  const plant = await openPlant(running);
  const { training_id } = await plant.training();
  expect((await plant.upload(training_id)).status).toBe(200);
  expect((await plant.api.delete(`/api/trainings/${training_id}/video`)).status).toBe(200);
  await swept(running, 'video-streams');
  await swept(running, 'video-renditions');
}

describe('the SQL of the house', () => {
  let running: RunningApp;
  let sent: string[];

  beforeAll(async () => {
    running = await startApp();
    // On a slow machine this setup is longer than the round's interval.
    unscheduled(running, 'renewals');
    const crowd = await openCrowd(running, 10);
    const market = await openMarket(running, 10);
    const operations = await operationsOf(running);
    const written = await statementsOfRequests(async () => {
      await openWorld(running);
      const again = () =>
        api(running, crowd.admin).post('/api/departments', { name: 'Paint shop' }, { 'idempotency-key': 'once' });
      expect([(await again()).status, (await again()).status]).toEqual([201, 201]);
      const zone = { time_zone: 'Asia/Tokyo' };
      expect((await api(running, crowd.admin).patch(`/api/staff/${crowd.staff[1]}`, zone)).status).toBe(200);
      await noticesAsked(running, crowd);
    });
    const measured = [
      ...(await readings(running, operations, crowd, market)),
      ...(await commands(running, crowd)),
      ...(await signingIn(running)),
    ];
    const worked = await statementsDuring(async () => {
      await running.mails();
      await swept(running, 'overdue-attempts');
      await certified(running, crowd);
      await swept(running, 'ended-uploads');
      await swept(running, 'past-imports');
      await swept(running, 'pending-files');
      const lapses = "state = 'completed', valid_until = '2026-01-31', renew_from = '2026-01-01'";
      await running.app.get(Transactions).run(async () => {
        const sql = `UPDATE training_assignment SET ${lapses} WHERE customer_id = ? AND assignment_id = ?`;
        await running.app.get(Database).write(sql, [crowd.customer_id, idToBytes(crowd.assignments[0]!)]);
      });
      await swept(running, 'ended-employments');
      expect((await swept(running, 'renewals')).count).toBe(2);
      await uploadedAndRemoved(running);
      await swept(running, 'sign-ins');
      const pair = { staff_id: crowd.staff.slice(0, 1), training_id: crowd.trainings.slice(0, 1), due_on: null };
      const job_id = await running.app.get(Jobs, { strict: false }).enqueue(crowd.tenant, 'bulk_assign', pair, 1);
      await running.app.get(JobWorker, { strict: false }).settle();
      expect((await api(running, crowd.admin).get(`/api/jobs/${job_id}/rows`)).body).toHaveLength(1);
      await toldAndMailed(running);
    });
    sent = [...new Set([...written, ...measured.flatMap(({ statements }) => statements), ...worked])];
  });
  afterAll(() => running.close());

  const shown = (sql: string) => sql.replaceAll(/\s+/g, ' ').slice(0, 160);

  it('is plenty: reads and writes of every table that an organisation owns', () => {
    expect(sent.length).toBeGreaterThan(150);
    const names = (word: string) =>
      ownedTables(running).filter((table) => !sent.some((sql) => new RegExp(`\\b${word} ${table}\\b`).test(sql)));
    expect(names('FROM').toSorted()).toEqual(Object.keys(UNREAD).toSorted());
    expect(names('(?:INTO|UPDATE)').filter((table) => !(table in UNWRITTEN))).toEqual([]);
  });

  it('does nothing that a cluster or the other engine cannot do', () => {
    const denied = sent.flatMap((sql) => {
      const statement = withoutTexts(sql);
      return Object.entries(DENIED)
        .filter(([, pattern]) => pattern.test(statement))
        .filter(() => !ARGUED.some((argued) => argued.sql.test(sql)))
        .map(([what]) => `${what}: ${shown(sql)}`);
    });
    expect(denied).toEqual([]);
    expect(ARGUED.filter((argued) => !sent.some((sql) => argued.sql.test(sql))).map(({ why }) => why)).toEqual([]);
  });

  it('is refused by that list where it should be', () => {
    const bad = [
      "SELECT GET_LOCK('a', 1)",
      'LOCK TABLES staff WRITE',
      'SELECT staff_id FROM staff WHERE customer_id = ? FOR UPDATE',
      'SELECT * FROM staff',
      'SELECT s.* FROM staff s',
      'INSERT INTO staff (a) VALUES (?) RETURNING a',
      'INSERT IGNORE INTO staff (a) VALUES (?)',
      "SELECT data->'$.a' FROM staff",
      'SELECT a FROM staff WHERE joined < NOW()',
      'CREATE TEMPORARY TABLE a (b INT)',
      'SELECT 1; DELETE FROM staff',
      'SELECT a FROM staff FORCE INDEX (b)',
      'UPDATE audit_event SET action = ?',
      'DELETE FROM audit_event WHERE at < ?',
    ];
    expect(bad.filter((sql) => !Object.values(DENIED).some((pattern) => pattern.test(withoutTexts(sql))))).toEqual([]);
    expect(
      Object.values(DENIED).some((pattern) =>
        pattern.test(withoutTexts("SELECT a FROM b WHERE c = 'for update; * now()'")),
      ),
    ).toBe(false);
  });

  it('names customer_id for every owned table that it reads or writes, by its alias where it has one', () => {
    const owned = new Set(ownedTables(running));
    const loose = sent
      .filter((sql) => !ACROSS.some((across) => across.sql.test(sql)))
      .flatMap((sql) => unboundTables(sql, owned).map((table) => `${table}: ${shown(sql)}`));
    expect(loose).toEqual([]);
    expect(ACROSS.filter((across) => !sent.some((sql) => across.sql.test(sql))).map(({ why }) => why)).toEqual([]);
  });

  it('was judged at its first run where functions put it together', () => {
    const composed = [...new Set(sqlTexts('without').map(({ at }) => at.split(':')[0]!))];
    const known = { ...HOLDS_DATABASE, ...COMPOSED, ...OF_NO_REQUEST };
    expect(composed.filter((file) => !(file in known))).toEqual([]);
    expect(Object.keys(OF_NO_REQUEST).filter((file) => !composed.includes(file))).toEqual([]);
    expect(Object.entries(COMPOSED).filter(([, marker]) => !sent.some((sql) => marker.test(sql)))).toEqual([]);
  });

  it('is found loose by that rule where it is', () => {
    const owned = new Set(['staff', 'skill']);
    for (const [sql, loose] of [
      ['SELECT a FROM staff WHERE customer_id = ?', []],
      ['SELECT a FROM staff WHERE staff_id = ?', ['staff']],
      ['SELECT customer_id FROM staff WHERE staff_id = ?', ['staff']],
      ['UPDATE staff SET a = ? WHERE b = ?', ['staff']],
      ['DELETE FROM staff WHERE b = ?', ['staff']],
      ['INSERT INTO staff (a, b) VALUES (?, ?)', ['staff']],
      ['INSERT INTO staff (customer_id, b) VALUES (?, ?)', []],
      ['SELECT s.a FROM staff s JOIN skill k ON k.b = s.b WHERE s.customer_id = ?', ['skill']],
      ['SELECT s.a FROM staff s WHERE s.customer_id = ? UNION ALL SELECT s.a FROM staff s', ['staff']],
    ] as const) {
      expect([sql, unboundTables(sql, owned)]).toEqual([sql, loose]);
    }
  });
});

describe('the SQL texts in src', () => {
  const texts = sqlTexts('with');

  it('that are given to TenantQueries pass its judge before they run', () => {
    const wrong = texts.flatMap(({ at, sql }) => {
      try {
        checkTenantSql(sql);
        return [];
      } catch (error) {
        return [`${at}: ${(error as Error).message}`];
      }
    });
    expect(texts.length).toBeGreaterThan(8);
    expect(wrong).toEqual([]);
  });

  it('are judged by a judge that is not to be fooled', () => {
    for (const sql of [
      'SELECT a FROM staff WHERE customer_id = :customer_id',
      'SELECT s.a FROM staff s WHERE s.staff_id = :staff_id',
      'SELECT s.a FROM staff s JOIN skill k ON k.b = s.b WHERE s.customer_id = :customer_id',
      'SELECT s.a FROM staff s, skill k WHERE s.customer_id = :customer_id',
      'SELECT s.a FROM staff s WHERE s.customer_id = :customer_id UNION ALL SELECT s.a FROM staff s',
      'SELECT s.a FROM staff s WHERE s.customer_id = :customer_id; DELETE FROM staff',
      'SELECT s.a FROM staff s WHERE s.customer_id = :customer_id -- AND s.b = 1',
      'SELECT s.a FROM staff s WHERE s.customer_id = :customer_id OR 1 = 1',
      'SELECT 1',
    ]) {
      expect([sql, refused(sql)]).toEqual([sql, true]);
    }
    expect(
      refused(
        'SELECT s.a FROM staff s JOIN skill k ON k.customer_id = :customer_id AND k.b = s.b WHERE s.customer_id = :customer_id AND (s.c = 1 OR s.c = 2)',
      ),
    ).toBe(false);
  });

  it('stand in platform and tenancy, or behind TenantQueries, or on the list with a reason', () => {
    const holders = sources()
      .filter(({ file }) => !/^src\/(platform|tenancy|migrations)\//.test(file))
      .filter(({ text }) => /import .*\bDatabase\b.* from '.*platform\/database\/database'/.test(text))
      .map(({ file }) => file);
    expect(holders).toEqual(Object.keys(HOLDS_DATABASE));
  });
});

const refused = (sql: string): boolean => {
  try {
    checkTenantSql(sql);
    return false;
  } catch {
    return true;
  }
};

function ownedTables(running: RunningApp): string[] {
  const database = running.app.get(Database);
  const names = entities
    .filter((entity) => !(entity.name in DIRECTORY) && !MACHINERY.includes(entity.name))
    .map((entity) => database.metadata(entity).tableName);
  return [...new Set(names)];
}

/** Text in quotes may say anything. */
const withoutTexts = (sql: string): string => sql.replaceAll(/'(?:[^']|'')*'/g, "''");

const KEYWORD = /^(WHERE|SET|ON|JOIN|LEFT|INNER|CROSS|GROUP|ORDER|LIMIT|VALUES|UNION|HAVING|AND|OR)$/i;

/** The owned tables of a statement that are not bound: by `alias.customer_id = ?` as often as the alias is given out. */
function unboundTables(text: string, owned: ReadonlySet<string>): string[] {
  const sql = withoutTexts(text);
  const inserted = /^\s*INSERT INTO (\w+) \(([^)]*)\)/i.exec(sql);
  if (inserted) return owned.has(inserted[1]!) && !/\bcustomer_id\b/.test(inserted[2]!) ? [inserted[1]!] : [];
  const given = new Map<string, { table: string; times: number }>();
  for (const [, table, next] of sql.matchAll(/\b(?:FROM|JOIN|UPDATE)\s+(\w+)(?:\s+(?:AS\s+)?(\w+))?/gi)) {
    if (!owned.has(table!)) continue;
    const alias = next && !KEYWORD.test(next) ? next : '';
    const known = given.get(alias);
    given.set(alias, { table: table!, times: (known?.times ?? 0) + 1 });
  }
  return [...given]
    .filter(([alias, { times }]) => {
      const bound = new RegExp(`${alias ? `\\b${alias}\\.` : '(?<![.\\w])'}customer_id\\s*(=|IN)\\s*[?(]`, 'g');
      return [...sql.matchAll(bound)].length < times;
    })
    .map(([, { table }]) => table);
}

interface Source {
  file: string;
  text: string;
}

function sources(): Source[] {
  const root = resolve(__dirname, '../..');
  return readdirSync(join(root, 'src'), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `src/${name.split(sep).join('/')}`)
    .toSorted()
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
}

/**
 * Every text in src that is a whole statement, with `:customer_id` in it or without: constants of the same file are put in for their
 * names, whatever else is put in by code becomes a condition that says nothing. Fragments (what does not begin with
 * SELECT) are judged as part of the statements that they go into, here or at their first run.
 */
function sqlTexts(binding: 'with' | 'without'): { at: string; sql: string }[] {
  return sources()
    .filter(({ file }) => !/^src\/(platform|tenancy|migrations|contract)\//.test(file))
    .flatMap(({ file, text }) => {
      const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true);
      const constants = new Map<string, string>();
      const found: { at: string; sql: string }[] = [];
      const read = (node: ts.Node): string | undefined => {
        if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
        if (!ts.isTemplateExpression(node)) return undefined;
        return node.templateSpans.reduce((statementText, span) => {
          const put = ts.isIdentifier(span.expression) ? constants.get(span.expression.text) : read(span.expression);
          return statementText + (put ?? '') + span.literal.text;
        }, node.head.text);
      };
      const walk = (node: ts.Node): void => {
        if (ts.isVariableDeclaration(node) && node.initializer && ts.isIdentifier(node.name)) {
          const statementText = read(node.initializer);
          if (statementText !== undefined) constants.set(node.name.text, statementText);
        }
        const statementText = read(node);
        if (
          statementText !== undefined &&
          /^\s*SELECT\b/i.test(statementText) &&
          /:customer_id\b/.test(statementText) === (binding === 'with') &&
          /\bFROM\s+[a-z_]+\s/.test(statementText)
        ) {
          const { line } = source.getLineAndCharacterOfPosition(node.getStart());
          found.push({ at: `${relative('.', file)}:${line + 1}`, sql: statementText });
          return;
        }
        ts.forEachChild(node, walk);
      };
      walk(source);
      return found;
    });
}
