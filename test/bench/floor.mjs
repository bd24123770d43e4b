// The baseline ("floor") that the product is compared with: node:http and mysql2 with hand-written SQL, no session, no
// validation, no tenant check. One round trip where possible; statements are prepared where that is cheaper; nothing
// is cached except what answers are built from.
import { createServer } from 'node:http';
import { parse } from 'node:querystring';
import mysql from 'mysql2/promise';
import { learning } from './floor-learning.mjs';
import { reports } from './floor-reports.mjs';
import { iso, uuid } from './floor-values.mjs';

const pool = mysql.createPool({ uri: process.env.FLOOR_DATABASE, connectionLimit: 16, trace: false });
const counted = () => globalThis.countStatement?.();
/** Queries of one connection or of the pool, with statements counted as those of the product. */
const asking = (of) => ({
  query: async (sql, values) => (counted(), (await of.query(sql, values))[0]),
  execute: async (sql, values) => (counted(), (await of.execute(sql, values))[0]),
});
const db = {
  ...asking(pool),
  /** Runs the work in one transaction. */
  async transaction(work) {
    const connection = await pool.getConnection();
    try {
      await connection.query('BEGIN');
      const answer = await work(asking(connection));
      await connection.query('COMMIT');
      return answer;
    } catch (error) {
      await connection.query('ROLLBACK');
      throw error;
    } finally {
      connection.release();
    }
  },
};

const STAFF = `staff_id, staff_code, first_name, last_name, email, mobile, department_id, job_role_id, manager_id, joined,
  last_active_day, time_zone, language, status, account_role, row_version, created_at, updated_at`;
const CATEGORY = `category_id, code, name, parent_id, color, description, position, status, row_version, created_at, updated_at`;
const TRAINING = `training_id, code, title, category_id, type, description, estimated_minutes, source_url, video_provider,
  video_duration_ms, video_threshold, requires_quiz, validity_months, due_days, status, content_revision, published_at,
  row_version, created_at, updated_at`;

/** One page and the total count in one statement. */
const list = (table, columns, order, ids) => {
  const text = `SELECT ${columns}, (SELECT COUNT(*) FROM ${table} WHERE customer_id = ?) AS total
    FROM ${table} WHERE customer_id = ? ORDER BY ${order} LIMIT `;
  return async ({ customer, limit, start = '0' }) => {
    const rows = await db.execute(`${text}${Number(limit)} OFFSET ${Number(start)}`, [customer, customer]);
    const total = rows[0]?.total ?? 0;
    for (const row of rows) {
      delete row.total;
      for (const name of ids) if (row[name] !== null) row[name] = uuid(row[name]);
      row.created_at = iso(row.created_at);
      row.updated_at = iso(row.updated_at);
    }
    return { total, body: rows };
  };
};

const routes = {
  staff: list('staff', STAFF, 'last_name_sort, first_name_sort, staff_id', [
    ...['staff_id', 'department_id', 'job_role_id', 'manager_id'],
  ]),
  categories: list('training_category', CATEGORY, 'position, name_sort, category_id', ['category_id', 'parent_id']),
  trainings: list('training', TRAINING, 'title_sort, training_id', ['training_id', 'category_id']),
  ...reports(db),
  ...learning(db),
};

const live = JSON.stringify({ status: 'ok' });
let hashing;
/** The cost of the password alone: the same function and hash, one at a time as in the product. */
async function hash({ customer }) {
  const { verify } = await import('@node-rs/argon2');
  hashing ??= pool.query('SELECT password_hash FROM account WHERE customer_id = ? LIMIT 1', [customer]);
  const [[{ password_hash }]] = await hashing;
  const before = turn;
  let over;
  turn = new Promise((resolve) => (over = resolve));
  await before;
  const right = await verify(password_hash, 'three-herons-over-the-dock');
  over();
  if (!right) throw new Error('not the password');
  return { body: { right } };
}
let turn = Promise.resolve();
routes.hash = hash;

const server = createServer((request, response) => {
  if (request.url === '/live') {
    response.setHeader('content-type', 'application/json');
    response.end(live);
    return;
  }
  const end = request.url.indexOf('?');
  const route = routes[request.url.slice(1, end)];
  const query = parse(request.url.slice(end + 1));
  const answer = async (sent) => {
    try {
      const { body, total } = await route(query, sent);
      const text = JSON.stringify(body);
      response.setHeader('content-type', 'application/json');
      response.setHeader('content-length', Buffer.byteLength(text));
      if (total !== undefined) response.setHeader('x-total-count', total);
      response.end(text);
    } catch (error) {
      response.statusCode = 500;
      response.end(String(error?.stack));
    }
  };
  if (request.method === 'GET') return void answer();
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => void answer(parts.length ? JSON.parse(Buffer.concat(parts).toString()) : undefined));
});
server.listen(Number(process.env.FLOOR_PORT), '127.0.0.1', () => process.stdout.write('floor ready\n'));
