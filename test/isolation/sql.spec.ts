import { readFileSync, readdirSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import ts from 'typescript';
import { Database } from '../../src/infrastructure/database/database';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { idToBytes } from '../../src/common/ids';
import { entities } from '../../src/schema';
import { DIRECTORY_ENTITIES } from '../../src/tenancy/directory-repository';
import { JobWorker } from '../../src/modules/background-jobs/job-worker';
import { JobsService } from '../../src/modules/background-jobs/jobs.service';
import { checkTenantSql } from '../../src/tenancy/tenant-queries';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { issueMissingCertificate } from '../support/certificates';
import { createLargeOrganisation, createPackagesAndCustomers } from '../support/large-organisation';
import { operationsOf } from '../support/openapi';
import { statementsDuring, statementsOfRequests } from '../support/recorded-statements';
import { measureCommands, measureReads, measureSignIns } from '../support/measured-requests';
import { createFullOrganisation } from '../support/full-organisation';
import { openPlant } from '../support/plant';
import { runScheduledJob, unschedule } from '../support/scheduled-jobs';
import { configureNotices, runDailyNotices } from '../support/notices';

/** SQL that a cluster does not support or that only one engine has. */
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
  'SELECT *: would also read new columns': /\bSELECT\s+(DISTINCT\s+)?(\w+\.)?\*/i,
  'swallowed errors': /\b(INSERT|UPDATE)\s+(OR\s+)?IGNORE\b|\bREPLACE\s+INTO\b/i,
  'operators of one engine': /<=>|->>?|::|\|\||\b(REGEXP|RLIKE|GLOB|ILIKE|DIV|XOR|SOUNDS\s+LIKE)\b/i,
  'functions of one engine':
    /\b(JSON_\w+|IFNULL|IF|NVL|FIND_IN_SET|FIELD|UUID|RAND|RANDOM|LAST_INSERT_ID|rowid|changes)\s*\(/i,
  'the database’s clock: days and instants are the application’s':
    /\b(NOW|CURDATE|CURTIME|SYSDATE|UNIX_TIMESTAMP|FROM_UNIXTIME|DATE_ADD|DATE_SUB|DATEDIFF|DATE_FORMAT|STR_TO_DATE|strftime|julianday|datetime)\s*\(|\bCURRENT_(DATE|TIME|TIMESTAMP)\b/i,
  'hints to a planner': /\b(USE|FORCE|IGNORE)\s+INDEX\b|\bSTRAIGHT_JOIN\b|\bINDEXED\s+BY\b|\/\*/i,
  'several statements in one': /;\s*\S/,
};

/** Denied statements that are allowed, each with a reason. An unused entry fails. */
const ALLOWED_EXCEPTIONS: readonly { reason: string; sql: RegExp }[] = [];

/** Statements across customers; all other statements on owned tables filter by customer. */
const CROSS_TENANT_STATEMENTS: readonly { reason: string; sql: RegExp }[] = [
  {
    reason: 'The session row determines the customer, and whether the person is a manager.',
    sql: /FROM session s .* LEFT JOIN staff_line l ON l\.customer_id = s\.customer_id/s,
  },
  {
    reason: 'A scheduled job finds overdue attempts of all customers and handles each in its tenant.',
    sql: /^SELECT customer_id, attempt_id, staff_id FROM attempt WHERE status = /,
  },
  {
    reason: 'A scheduled job finds expired uploads of all customers and handles each in its tenant.',
    sql: /^SELECT customer_id, upload_id FROM video_upload WHERE expires_at <= /,
  },
  {
    reason: 'A scheduled job finds unreferenced files of all customers and handles each in its tenant.',
    sql: /^SELECT customer_id, storage_key FROM pending_file WHERE expires_at <= /,
  },
  {
    reason: 'A scheduled job finds videos of all customers to convert or delete.',
    sql: /^SELECT customer_id, file_id, state FROM streamed_video WHERE state IN /,
  },
  {
    reason: 'A scheduled job finds requested renditions of all customers and handles each in its tenant.',
    sql: /^SELECT customer_id, file_id, height FROM video_rendition WHERE state = /,
  },
  {
    reason: 'A scheduled job finds expired import files of all customers.',
    sql: /^SELECT customer_id, import_id FROM import_file WHERE expires_at <= /,
  },
  {
    reason: 'The code of a certificate determines the customer.',
    sql: /FROM certificate c JOIN customer_state o ON o\.customer_id = c\.customer_id WHERE c\.code = /,
  },
  {
    reason: 'A scheduled job finds completed cycles without a certificate and handles each in its tenant.',
    sql: /^SELECT a\.customer_id AS customer_id, a\.assignment_id AS assignment_id, a\.staff_id AS staff_id, a\.updated_at\s/,
  },
  {
    reason: 'A scheduled job finds customers with due notices and handles each in its tenant.',
    sql: /FROM customer_state c LEFT JOIN notice_day d ON d\.customer_id = c\.customer_id\s+WHERE c\.customer_id > /,
  },
  {
    reason: 'A scheduled job finds customers with due renewals and handles each in its tenant.',
    sql: /FROM customer_state c LEFT JOIN renewal_day d ON d\.customer_id = c\.customer_id\s+WHERE c\.customer_id > /,
  },
  {
    reason: 'A scheduled job finds customers with ended employments and handles each in its tenant.',
    sql: /AS first_day\s+FROM customer_state c WHERE c\.customer_id > /,
  },
  {
    reason: 'The API key belongs to the customer of its event, which the statement filters by.',
    sql: /FROM audit_event e LEFT JOIN account a .* LEFT JOIN api_key k ON k\.customer_id = e\.customer_id AND /s,
  },
  {
    reason: 'Platform staff list the subscriptions of all organisations, with what each has in use.',
    sql: /FROM subscriber s LEFT JOIN plan_usage u ON u\.customer_id = s\.customer_id\s+LEFT JOIN customer k /,
  },
];

/** Tables without an owner, besides the directory (reasons in test/isolation/ownership.spec.ts). */
const INFRASTRUCTURE_ENTITIES = ['Session', 'AuditEvent', 'OutboxMail', 'ThrottleCounter', 'JobLease'];

/** Owned tables that are never read by FROM. */
const WRITE_ONLY_TABLES: Readonly<Record<string, string>> = {
  ledger_lock: 'Written to lock a person or a job role; never read.',
  live_event: 'Polled across customers once a second while streams are open.',
  notice_refusal: 'Read with the staff by LEFT JOIN.',
  renewal_day: 'Read with the customers by LEFT JOIN.',
  rendition_spending: 'Summed up where a video is streamed (test/rest/video-streams.spec.ts).',
  staff_structure: 'A counter that serializes changes of the hierarchy.',
  evidence_event: 'Append-only decisions; the state is stored in the evidence.',
};

/** Tables that are written later or only under conditions, each with a reason. */
const CONDITIONALLY_WRITTEN_TABLES: Readonly<Record<string, string>> = {
  live_event: 'Notifications between processes without Redis (test/servers/live.spec.ts).',
  past_video_progress: 'Written when a video in progress is replaced (test/rest/video-replaced.spec.ts).',
  video_rendition: 'Requested only with ffmpeg (test/rest/video-streams.spec.ts).',
  rendition_spending: 'Written only with ffmpeg (test/rest/video-streams.spec.ts).',
  video_stream: 'Written only with ffmpeg (test/rest/video-streams.spec.ts).',
};

/** Files that compose statements at run time: the measured requests must send all of them. */
const COMPOSED_STATEMENTS: Readonly<Record<string, RegExp>> = {
  'src/modules/reports/explain.service.ts': /^SELECT 'staff' AS part, s\.staff_id AS id, s\.first_name/,
  'src/modules/reports/skill-history.service.ts': /^SELECT 'staff' AS part, s\.staff_id AS id, s\.job_role_id/,
  'src/modules/reports/matrix-block.ts': /GROUP_CONCAT\(/,
  'src/modules/reports/quiz-report.query.ts': /^SELECT w\.attempt_id AS attempt_id/,
};

/** SQL that no request sends. */
const WITHOUT_REQUEST: Readonly<Record<string, string>> = {
  'src/modules/certificates/stored-files.ts': 'As src/modules/trainings/stored-files.ts.',
  'src/modules/trainings/stored-files.ts': 'The files of all customers, for a backup.',
};

/** Files outside the layers below the modules that use the raw `Database`, each with a reason. */
const RAW_DATABASE_FILES: Readonly<Record<string, string>> = {
  'src/cli/move.ts': 'A command without a request: lists the customers.',
  'src/cli/search-rebuild.ts': 'A command without a request: search data of all customers.',
  'src/modules/audit/audit-log.service.ts':
    'Reads only: audit events with their accounts in one statement; no repository could change a row.',
  'src/modules/certificates/certificate-lookup.query.ts':
    'Reads only: a certificate by its code, before the customer is known.',
  'src/modules/certificates/missing-certificates.job.ts': 'Looks across organisations.',
  'src/modules/identity/account-locks.ts':
    'Locks the row of the current account to serialize changes of its protection.',
  'src/modules/identity/sign-in-accounts.query.ts': 'Account and customer in one statement, before the sign-in.',
  'src/modules/imports/import-retention.job.ts': 'Looks across organisations.',
  'src/modules/notices/daily-notices.job.ts': 'Looks across organisations.',
  'src/modules/quizzes/overdue-attempts.job.ts': 'Looks across organisations.',
  'src/modules/staff/ended-employments.job.ts': 'Looks across organisations.',
  'src/modules/subscriptions/plan-usage.service.ts':
    'Compares two columns, which a `where` of values cannot say; names its customer.',
  'src/modules/subscriptions/subscriber-list.query.ts':
    'Reads only: subscriptions of all customers with counters and registrant.',
  'src/modules/trainings/daily-rules.job.ts': 'Looks across organisations.',
  'src/modules/trainings/renewal.job.ts': 'Looks across organisations.',
  'src/modules/trainings/upload-retention.job.ts': 'Looks across organisations.',
  'src/modules/trainings/video-rendition.service.ts': 'Looks across organisations.',
  'src/modules/trainings/video-stream.service.ts': 'Looks across organisations.',
};

/** Uploads and removes a video, and runs the jobs that delete its files. */
async function uploadAndRemoveVideo(running: RunningApp): Promise<void> {
  const plant = await openPlant(running);
  const { training_id } = await plant.createTraining();
  expect((await plant.uploadVideo(training_id)).status).toBe(200);
  expect((await plant.api.delete(`/api/trainings/${training_id}/video`)).status).toBe(200);
  await runScheduledJob(running, 'video-streams');
  await runScheduledJob(running, 'video-renditions');
}

describe('the executed SQL', () => {
  let running: RunningApp;
  let sentStatements: string[];

  beforeAll(async () => {
    running = await startApp();
    // On a slow machine this setup takes longer than the job's interval.
    unschedule(running, 'renewals');
    const organisation = await createLargeOrganisation(running, 10);
    const globalIds = await createPackagesAndCustomers(running, 10);
    const operations = await operationsOf(running);
    const setupStatements = await statementsOfRequests(async () => {
      await createFullOrganisation(running);
      const createDepartment = () =>
        api(running, organisation.admin).post(
          '/api/departments',
          { name: 'Paint shop' },
          { 'idempotency-key': 'once' },
        );
      expect([(await createDepartment()).status, (await createDepartment()).status]).toEqual([201, 201]);
      const zone = { time_zone: 'Asia/Tokyo' };
      expect((await api(running, organisation.admin).patch(`/api/staff/${organisation.staff[1]}`, zone)).status).toBe(
        200,
      );
      await configureNotices(running, organisation);
    });
    const measured = [
      ...(await measureReads(running, operations, organisation, globalIds)),
      ...(await measureCommands(running, organisation)),
      ...(await measureSignIns(running)),
    ];
    const jobStatements = await statementsDuring(async () => {
      await running.mails();
      await runScheduledJob(running, 'overdue-attempts');
      await issueMissingCertificate(running, organisation);
      await runScheduledJob(running, 'ended-uploads');
      await runScheduledJob(running, 'past-imports');
      await runScheduledJob(running, 'pending-files');
      const lapses = "state = 'completed', valid_until = '2026-01-31', renew_from = '2026-01-01'";
      await running.app.get(TransactionManager).run(async () => {
        const sql = `UPDATE training_assignment SET ${lapses} WHERE customer_id = ? AND assignment_id = ?`;
        await running.app.get(Database).write(sql, [organisation.customer_id, idToBytes(organisation.assignments[0]!)]);
      });
      await runScheduledJob(running, 'ended-employments');
      expect((await runScheduledJob(running, 'renewals')).count).toBe(2);
      await uploadAndRemoveVideo(running);
      await runScheduledJob(running, 'sign-ins');
      const pair = {
        staff_id: organisation.staff.slice(0, 1),
        training_id: organisation.trainings.slice(0, 1),
        due_on: null,
      };
      const job_id = await running.app
        .get(JobsService, { strict: false })
        .enqueue(organisation.tenant, 'bulk_assign', pair, 1);
      await running.app.get(JobWorker, { strict: false }).drain();
      expect((await api(running, organisation.admin).get(`/api/jobs/${job_id}/rows`)).body).toHaveLength(1);
      await runDailyNotices(running);
    });
    sentStatements = [
      ...new Set([...setupStatements, ...measured.flatMap(({ statements }) => statements), ...jobStatements]),
    ];
  });
  afterAll(() => running.close());

  const shorten = (sql: string) => sql.replaceAll(/\s+/g, ' ').slice(0, 160);

  it('reads and writes every table that a customer owns', () => {
    expect(sentStatements.length).toBeGreaterThan(150);
    const tablesWithout = (word: string) =>
      ownedTables(running).filter(
        (table) => !sentStatements.some((sql) => new RegExp(`\\b${word} ${table}\\b`).test(sql)),
      );
    expect(tablesWithout('FROM').toSorted()).toEqual(Object.keys(WRITE_ONLY_TABLES).toSorted());
    expect(tablesWithout('(?:INTO|UPDATE)').filter((table) => !(table in CONDITIONALLY_WRITTEN_TABLES))).toEqual([]);
  });

  it('uses nothing that a cluster or the other engine does not support', () => {
    const denied = sentStatements.flatMap((sql) => {
      const statement = withoutTexts(sql);
      return Object.entries(DENIED)
        .filter(([, pattern]) => pattern.test(statement))
        .filter(() => !ALLOWED_EXCEPTIONS.some((exception) => exception.sql.test(sql)))
        .map(([what]) => `${what}: ${shorten(sql)}`);
    });
    expect(denied).toEqual([]);
    expect(
      ALLOWED_EXCEPTIONS.filter((exception) => !sentStatements.some((sql) => exception.sql.test(sql))).map(
        ({ reason }) => reason,
      ),
    ).toEqual([]);
  });

  it('is rejected by the denied patterns', () => {
    const deniedStatements = [
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
    expect(
      deniedStatements.filter((sql) => !Object.values(DENIED).some((pattern) => pattern.test(withoutTexts(sql)))),
    ).toEqual([]);
    expect(
      Object.values(DENIED).some((pattern) =>
        pattern.test(withoutTexts("SELECT a FROM b WHERE c = 'for update; * now()'")),
      ),
    ).toBe(false);
  });

  it('filters every owned table by customer_id, with its alias if it has one', () => {
    const ownedNames = new Set(ownedTables(running));
    const unbound = sentStatements
      .filter((sql) => !CROSS_TENANT_STATEMENTS.some((exception) => exception.sql.test(sql)))
      .flatMap((sql) => unboundTables(sql, ownedNames).map((table) => `${table}: ${shorten(sql)}`));
    expect(unbound).toEqual([]);
    expect(
      CROSS_TENANT_STATEMENTS.filter((exception) => !sentStatements.some((sql) => exception.sql.test(sql))).map(
        ({ reason }) => reason,
      ),
    ).toEqual([]);
  });

  it('was checked when first executed if composed by functions', () => {
    const composedFiles = [...new Set(sqlTexts('without').map(({ at }) => at.split(':')[0]!))];
    const knownFiles = { ...RAW_DATABASE_FILES, ...COMPOSED_STATEMENTS, ...WITHOUT_REQUEST };
    expect(composedFiles.filter((file) => !(file in knownFiles))).toEqual([]);
    expect(Object.keys(WITHOUT_REQUEST).filter((file) => !composedFiles.includes(file))).toEqual([]);
    expect(
      Object.entries(COMPOSED_STATEMENTS).filter(([, marker]) => !sentStatements.some((sql) => marker.test(sql))),
    ).toEqual([]);
  });

  it('is reported when an owned table is unbound', () => {
    const ownedNames = new Set(['staff', 'skill']);
    for (const [sql, unbound] of [
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
      expect([sql, unboundTables(sql, ownedNames)]).toEqual([sql, unbound]);
    }
  });
});

describe('the SQL texts in src', () => {
  const texts = sqlTexts('with');

  it('for TenantQueries pass its check before they run', () => {
    const faults = texts.flatMap(({ at, sql }) => {
      try {
        checkTenantSql(sql);
        return [];
      } catch (error) {
        return [`${at}: ${(error as Error).message}`];
      }
    });
    expect(texts.length).toBeGreaterThan(8);
    expect(faults).toEqual([]);
  });

  it('without a proper tenant filter are rejected', () => {
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
      expect([sql, isRejected(sql)]).toEqual([sql, true]);
    }
    expect(
      isRejected(
        'SELECT s.a FROM staff s JOIN skill k ON k.customer_id = :customer_id AND k.b = s.b WHERE s.customer_id = :customer_id AND (s.c = 1 OR s.c = 2)',
      ),
    ).toBe(false);
  });

  it('are in the layers below the modules, use TenantQueries, or are listed with a reason', () => {
    const holders = sources()
      .filter(
        ({ file }) =>
          !/^src\/(infrastructure|tenancy|crud|auth|migrations|modules\/(background-jobs|live))\//.test(file),
      )
      .filter(({ text }) => /import .*\bDatabase\b.* from '.*infrastructure\/database\/database'/.test(text))
      .map(({ file }) => file);
    expect(holders).toEqual(Object.keys(RAW_DATABASE_FILES));
  });
});

const isRejected = (sql: string): boolean => {
  try {
    checkTenantSql(sql);
    return false;
  } catch {
    return true;
  }
};

function ownedTables(running: RunningApp): string[] {
  const database = running.app.get(Database);
  const tablesWithout = entities
    .filter((entity) => !(entity.name in DIRECTORY_ENTITIES) && !INFRASTRUCTURE_ENTITIES.includes(entity.name))
    .map((entity) => database.metadata(entity).tableName);
  return [...new Set(tablesWithout)];
}

/** Removes string literals. */
const withoutTexts = (sql: string): string => sql.replaceAll(/'(?:[^']|'')*'/g, "''");

const KEYWORD = /^(WHERE|SET|ON|JOIN|LEFT|INNER|CROSS|GROUP|ORDER|LIMIT|VALUES|UNION|HAVING|AND|OR)$/i;

/** The owned tables of a statement without `alias.customer_id = ?` for each use of the alias. */
function unboundTables(text: string, ownedNames: ReadonlySet<string>): string[] {
  const sql = withoutTexts(text);
  const insertMatch = /^\s*INSERT INTO (\w+) \(([^)]*)\)/i.exec(sql);
  if (insertMatch)
    return ownedNames.has(insertMatch[1]!) && !/\bcustomer_id\b/.test(insertMatch[2]!) ? [insertMatch[1]!] : [];
  const aliases = new Map<string, { table: string; times: number }>();
  for (const [, table, next] of sql.matchAll(/\b(?:FROM|JOIN|UPDATE)\s+(\w+)(?:\s+(?:AS\s+)?(\w+))?/gi)) {
    if (!ownedNames.has(table!)) continue;
    const alias = next && !KEYWORD.test(next) ? next : '';
    const count = aliases.get(alias);
    aliases.set(alias, { table: table!, times: (count?.times ?? 0) + 1 });
  }
  return [...aliases]
    .filter(([alias, { times }]) => {
      const boundPattern = new RegExp(`${alias ? `\\b${alias}\\.` : '(?<![.\\w])'}customer_id\\s*(=|IN)\\s*[?(]`, 'g');
      return [...sql.matchAll(boundPattern)].length < times;
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
 * Every complete SELECT statement in src, with or without `:customer_id`. Constants of the same file are inserted,
 * other inserted code counts as an empty condition. Fragments are checked as part of the statements that use them,
 * here or when first executed.
 */
function sqlTexts(binding: 'with' | 'without'): { at: string; sql: string }[] {
  return sources()
    .filter(
      ({ file }) =>
        !/^src\/(common|infrastructure|tenancy|crud|auth|migrations|contract|modules\/(background-jobs|live))\//.test(
          file,
        ),
    )
    .flatMap(({ file, text }) => {
      const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true);
      const constants = new Map<string, string>();
      const texts: { at: string; sql: string }[] = [];
      const read = (node: ts.Node): string | undefined => {
        if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
        if (!ts.isTemplateExpression(node)) return undefined;
        return node.templateSpans.reduce((statementText, span) => {
          const value = ts.isIdentifier(span.expression) ? constants.get(span.expression.text) : read(span.expression);
          return statementText + (value ?? '') + span.literal.text;
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
          texts.push({ at: `${relative('.', file)}:${line + 1}`, sql: statementText });
          return;
        }
        ts.forEachChild(node, walk);
      };
      walk(source);
      return texts;
    });
}
