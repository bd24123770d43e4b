// The floor: node:http and mysql2 with the best hand-written SQL, no session, no validation, no tenant check (speed.md).
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import mysql from 'mysql2/promise';

const pool = mysql.createPool({ uri: process.env.FLOOR_DATABASE, connectionLimit: 16 });
const uuid = (bytes) => {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};
const randomId = () => randomBytes(16);
const bytes = (id) => Buffer.from(id.replaceAll('-', ''), 'hex');

const routes = {
  async list({ customer, limit }) {
    const [rows] = await pool.query(
      `SELECT staff_id, staff_code, first_name, last_name, email, mobile, department_id, job_role_id, manager_id, joined,
        last_active_day, time_zone, language, status, account_role, row_version, created_at, updated_at
       FROM staff WHERE customer_id = ? ORDER BY last_name_sort, first_name_sort, staff_id LIMIT ${Number(limit)}`,
      [customer],
    );
    const [[{ n }]] = await pool.query('SELECT COUNT(*) AS n FROM staff WHERE customer_id = ?', [customer]);
    for (const row of rows) {
      row.staff_id = uuid(row.staff_id);
      row.created_at = new Date(row.created_at).toISOString();
      row.updated_at = new Date(row.updated_at).toISOString();
    }
    return { total: n, body: rows };
  },

  /** The naive matrix: staff, skills and the spans of the day, one object a cell. */
  async matrix({ customer, day }) {
    const [staff] = await pool.query(
      'SELECT staff_id, staff_code, first_name, last_name FROM staff WHERE customer_id = ? ORDER BY last_name_sort, first_name_sort, staff_id',
      [customer],
    );
    const [skills] = await pool.query(
      'SELECT skill_id, skill_code, name FROM skill WHERE customer_id = ? ORDER BY name_sort',
      [customer],
    );
    const [spans] = await pool.query(
      'SELECT staff_id, skill_id, level FROM skill_level_span WHERE customer_id = ? AND from_date <= ? AND to_date >= ?',
      [customer, day, day],
    );
    const levels = new Map();
    for (const span of spans) {
      const key = span.staff_id.toString('latin1');
      let row = levels.get(key);
      if (!row) levels.set(key, (row = new Map()));
      row.set(span.skill_id.toString('latin1'), span.level);
    }
    const columns = skills.map((skill) => skill.skill_id.toString('latin1'));
    return {
      body: {
        skills: skills.map((skill) => ({ skill_code: skill.skill_code, name: skill.name })),
        rows: staff.map((person) => {
          const row = levels.get(person.staff_id.toString('latin1'));
          return {
            staff_code: person.staff_code,
            name: `${person.first_name} ${person.last_name}`,
            cells: columns.map((column) => ({ level: row?.get(column) ?? 0 })),
          };
        }),
      },
    };
  },

  async matrixWindow({ customer, day }) {
    const [staff] = await pool.query(
      'SELECT staff_id, staff_code, first_name, last_name FROM staff WHERE customer_id = ? ORDER BY last_name_sort, first_name_sort, staff_id LIMIT 50',
      [customer],
    );
    const [skills] = await pool.query(
      'SELECT skill_id, skill_code, name FROM skill WHERE customer_id = ? ORDER BY skill_group, name_sort LIMIT 60',
      [customer],
    );
    const [spans] = await pool.query(
      'SELECT staff_id, skill_id, level FROM skill_level_span WHERE customer_id = ? AND staff_id IN (?) AND skill_id IN (?) AND from_date <= ? AND to_date >= ?',
      [customer, staff.map((each) => each.staff_id), skills.map((each) => each.skill_id), day, day],
    );
    const rowOf = new Map(staff.map((each, index) => [each.staff_id.toString('latin1'), index]));
    const columnOf = new Map(skills.map((each, index) => [each.skill_id.toString('latin1'), index]));
    return {
      body: {
        rows: staff.map((each) => ({
          staff_id: uuid(each.staff_id),
          staff_code: each.staff_code,
          name: `${each.first_name} ${each.last_name}`,
        })),
        skills: skills.map((each) => ({ skill_id: uuid(each.skill_id), skill_code: each.skill_code, name: each.name })),
        cells: spans.map((span) => [
          rowOf.get(span.staff_id.toString('latin1')),
          columnOf.get(span.skill_id.toString('latin1')),
          span.level,
        ]),
      },
    };
  },

  /**
   * A quiz of ten on the product's own tables, the same job by hand: read the attempt, grade, keep the answers, close
   * the attempt, complete the assignment, write the evidence and the spans of the pair; one durable transaction.
   */
  async submit({ customer, attempt }, answers) {
    const connection = await pool.getConnection();
    const at = bytes(attempt);
    const now = Date.now();
    const day = new Date(now).toISOString().slice(0, 10);
    try {
      await connection.beginTransaction();
      const [[row]] = await connection.query(
        'SELECT staff_id, training_id, assignment_id, pass_mark, paper FROM attempt WHERE customer_id = ? AND attempt_id = ?',
        [customer, at],
      );
      const paper = JSON.parse(row.paper);
      const given = new Map(answers.map((answer) => [answer.question_id, answer.option_id]));
      const size = JSON.stringify(paper).length; // grading reads the paper; the floor takes every answer as right
      await connection.query(
        'INSERT INTO attempt_answer (customer_id, attempt_id, slot, option_id, client_sequence, saved_at, answered, marks) VALUES ?',
        [[...given.values()].map((option, slot) => [customer, at, slot, JSON.stringify(option), 1, now, 1, 1_000_000])],
      );
      const [closed] = await connection.query(
        "UPDATE attempt SET status = 'submitted', submitted_at = ?, correct_marks = ?, total_marks = ?, score_hundredths = 10000, result = 'passed', updated_at = ?, row_version = row_version + 1 WHERE customer_id = ? AND attempt_id = ? AND status = 'in_progress'",
        [now, 10_000_000, 10_000_000, now, customer, at],
      );
      if (closed.affectedRows !== 1 || !size) throw new Error('not in progress');
      const [bands] = await connection.query(
        'SELECT skill_id, level, validity_months FROM training_skill WHERE customer_id = ? AND training_id = ?',
        [customer, row.training_id],
      );
      await connection.query(
        "UPDATE training_assignment SET state = 'completed', completed_at = ? WHERE customer_id = ? AND assignment_id = ?",
        [now, customer, row.assignment_id],
      );
      await connection.query(
        'INSERT INTO evidence (customer_id, staff_id, skill_id, effective_date, evidence_id, created_at, updated_at, row_version, kind, level, state, first_state, source_type, source_id, training_id, attempt_id) VALUES ?',
        [
          bands.map((band) => [
            customer,
            row.staff_id,
            band.skill_id,
            day,
            randomId(),
            now,
            now,
            1,
            'training',
            band.level,
            'approved',
            'approved',
            'completion',
            row.assignment_id,
            row.training_id,
            at,
          ]),
        ],
      );
      const skills = bands.map((band) => band.skill_id);
      await connection.query(
        'SELECT skill_id, effective_date, evidence_id, kind, level, valid_until, state FROM evidence WHERE customer_id = ? AND staff_id = ? AND skill_id IN (?)',
        [customer, row.staff_id, skills],
      );
      await connection.query(
        'DELETE FROM skill_level_span WHERE customer_id = ? AND staff_id = ? AND skill_id IN (?)',
        [customer, row.staff_id, skills],
      );
      await connection.query(
        'INSERT INTO skill_level_span (customer_id, staff_id, skill_id, from_date, to_date, level, held_level, cause) VALUES ?',
        [
          bands.map((band) => [
            customer,
            row.staff_id,
            band.skill_id,
            day,
            '9999-12-31',
            band.level,
            band.level,
            'training',
          ]),
        ],
      );
      await connection.query('UPDATE customer_state SET matrix_version = matrix_version + 1 WHERE customer_id = ?', [
        customer,
      ]);
      await connection.commit();
    } catch (error) {
      await connection.rollback();
      throw error;
    } finally {
      connection.release();
    }
    return { body: { score: 100 } };
  },
};

const server = createServer((request, response) => {
  const url = new URL(request.url, 'http://floor');
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', async () => {
    try {
      const sent = parts.length ? JSON.parse(Buffer.concat(parts).toString()) : undefined;
      const { body, total } = await routes[url.pathname.slice(1)](Object.fromEntries(url.searchParams), sent);
      response.setHeader('content-type', 'application/json');
      if (total !== undefined) response.setHeader('x-total-count', total);
      response.end(JSON.stringify(body));
    } catch (error) {
      response.statusCode = 500;
      response.end(String(error));
    }
  });
});
server.listen(Number(process.env.FLOOR_PORT), '127.0.0.1', () => process.stdout.write('floor ready\n'));
