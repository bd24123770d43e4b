// Reports in the baseline server.
import { iso, uuid } from './floor-values.mjs';

const ROW_SQL = `SELECT a.attempt_id, a.staff_id, a.training_id, s.staff_code, s.first_name, s.last_name, t.title, c.name AS category,
    a.attempt_no, a.started_at, a.submitted_at, a.correct_marks, a.total_marks, a.score_hundredths, a.pass_mark, a.result,
    v.watched_ms, v.duration_ms, k.skill_code, e.level, p.to_date
  FROM attempt a
  JOIN staff s ON s.customer_id = ? AND s.staff_id = a.staff_id
  JOIN training t ON t.customer_id = ? AND t.training_id = a.training_id
  LEFT JOIN training_category c ON c.customer_id = ? AND c.category_id = t.category_id
  LEFT JOIN video_progress v ON v.customer_id = ? AND v.assignment_id = a.assignment_id
  LEFT JOIN evidence e ON e.customer_id = ? AND e.source_type = 'completion' AND e.source_id = a.assignment_id
    AND e.attempt_id = a.attempt_id AND e.state = 'approved'
  LEFT JOIN skill k ON k.customer_id = ? AND k.skill_id = e.skill_id
  LEFT JOIN skill_level_span p ON p.customer_id = ? AND p.staff_id = e.staff_id AND p.skill_id = e.skill_id AND p.to_date >= ?
  WHERE a.customer_id = ? AND a.status = 'submitted' AND a.submitted_at >= ? AND a.submitted_at <= ?
  ORDER BY a.submitted_at DESC, a.attempt_id DESC`;

const PERSON_SQL = `SELECT s.staff_code, s.first_name, s.last_name, k.skill_id, k.skill_code, k.name,
    p.level, p.to_date, p.cause, o.level AS opening_level, g.level AS target, r.level AS required
  FROM staff s
  JOIN skill k ON k.customer_id = s.customer_id AND k.status = 'active'
  LEFT JOIN skill_level_span p ON p.customer_id = s.customer_id AND p.staff_id = s.staff_id AND p.skill_id = k.skill_id
    AND p.from_date <= ? AND p.to_date >= ?
  LEFT JOIN skill_level_span o ON o.customer_id = s.customer_id AND o.staff_id = s.staff_id AND o.skill_id = k.skill_id
    AND o.from_date <= ? AND o.to_date >= ?
  LEFT JOIN skill_target g ON g.customer_id = s.customer_id AND g.staff_id = s.staff_id AND g.skill_id = k.skill_id
    AND g.from_date <= ? AND (g.to_date IS NULL OR g.to_date >= ?)
  LEFT JOIN role_target r ON r.customer_id = s.customer_id AND r.job_role_id = s.job_role_id AND r.skill_id = k.skill_id
    AND r.from_date <= ? AND (r.to_date IS NULL OR r.to_date >= ?)
  WHERE s.customer_id = ? AND s.staff_id = ?`;

const IN_FORCE = 'from_date <= ? AND (to_date IS NULL OR to_date >= ?)';
const PEOPLE = 50;
const SKILLS = 60;
const places = (count) => Array(count).fill('?').join(',');
// Reading all rows of these people and filtering costs a quarter of a lookup of 3,000 keys.
const PATCH = `staff_id IN (${places(PEOPLE)}) AND COALESCE(skill_id, skill_id) IN (${places(SKILLS)})`;
const WINDOW_SQL = `SELECT 0 AS part, staff_id AS holder, skill_id, level FROM skill_level_span
    WHERE customer_id = ? AND ${PATCH} AND from_date <= ? AND to_date >= ?
  UNION ALL SELECT 1, staff_id, skill_id, level FROM skill_target WHERE customer_id = ? AND ${PATCH} AND ${IN_FORCE}
  UNION ALL SELECT 2, job_role_id, skill_id, level FROM role_target
    WHERE customer_id = ? AND skill_id IN (${places(SKILLS)}) AND ${IN_FORCE}`;

function byPair(rows) {
  const found = new Map();
  for (const { holder, skill_id, level } of rows) {
    const key = holder.toString('latin1');
    let row = found.get(key);
    if (!row) found.set(key, (row = new Map()));
    row.set(skill_id.toString('latin1'), level);
  }
  return found;
}
const cell = (level = 0, target = 0) => ({ level, target, status: !target ? 0 : level >= target ? 1 : 2 });

export const reports = (db) => ({
  /** The simple matrix: staff, skills, the levels of the day and the targets, one object per cell. */
  async matrix({ customer, day }) {
    const staff = await db.query(
      'SELECT staff_id, staff_code, first_name, last_name, job_role_id FROM staff WHERE customer_id = ? ORDER BY last_name_sort, first_name_sort, staff_id',
      [customer],
    );
    const skills = await db.query(
      'SELECT skill_id, skill_code, name FROM skill WHERE customer_id = ? ORDER BY name_sort',
      [customer],
    );
    const levels = byPair(
      await db.query(
        'SELECT staff_id AS holder, skill_id, level FROM skill_level_span WHERE customer_id = ? AND from_date <= ? AND to_date >= ?',
        [customer, day, day],
      ),
    );
    const [own, role] = [
      ['skill_target', 'staff_id'],
      ['role_target', 'job_role_id'],
    ].map(([table, holder]) =>
      db.query(`SELECT ${holder} AS holder, skill_id, level FROM ${table} WHERE customer_id = ? AND ${IN_FORCE}`, [
        ...[customer, day, day],
      ]),
    );
    const [targets, required] = [byPair(await own), byPair(await role)];
    const columns = skills.map((skill) => skill.skill_id.toString('latin1'));
    return {
      body: {
        skills: skills.map((skill) => ({ skill_code: skill.skill_code, name: skill.name })),
        rows: staff.map((person) => {
          const key = person.staff_id.toString('latin1');
          const [row, targeted] = [levels.get(key), targets.get(key)];
          const ofRole = required.get(person.job_role_id?.toString('latin1'));
          return {
            staff_code: person.staff_code,
            name: `${person.first_name} ${person.last_name}`,
            cells: columns.map((column) => cell(row?.get(column), targeted?.get(column) ?? ofRole?.get(column))),
          };
        }),
      },
    };
  },

  /** Fifty people by sixty skills: levels and targets in one statement. */
  async matrixWindow({ customer, day, start, skill }) {
    const staff = await db.query(
      `SELECT staff_id, staff_code, first_name, last_name, job_role_id FROM staff WHERE customer_id = ? ORDER BY last_name_sort, first_name_sort, staff_id LIMIT ${PEOPLE} OFFSET ${Number(start)}`,
      [customer],
    );
    const skills = await db.query(
      `SELECT skill_id, skill_code, name FROM skill WHERE customer_id = ? ORDER BY skill_group, name_sort LIMIT ${SKILLS} OFFSET ${Number(skill)}`,
      [customer],
    );
    const people = staff.map((each) => each.staff_id);
    const learnt = skills.map((each) => each.skill_id);
    const found = await db.execute(WINDOW_SQL, [
      ...[customer, ...people, ...learnt, day, day],
      ...[customer, ...people, ...learnt, day, day],
      ...[customer, ...learnt, day, day],
    ]);
    const [levels, targets, required] = [0, 1, 2].map((part) => byPair(found.filter((row) => row.part === part)));
    const columns = learnt.map((each) => each.toString('latin1'));
    return {
      body: {
        rows: staff.map((each) => ({
          staff_id: uuid(each.staff_id),
          staff_code: each.staff_code,
          name: `${each.first_name} ${each.last_name}`,
        })),
        skills: skills.map((each) => ({ skill_id: uuid(each.skill_id), skill_code: each.skill_code, name: each.name })),
        cells: staff.flatMap((each) => {
          const key = each.staff_id.toString('latin1');
          const [row, own] = [levels.get(key), targets.get(key)];
          const ofRole = required.get(each.job_role_id?.toString('latin1'));
          return columns.map((column) => {
            const { level, target, status } = cell(row?.get(column), own?.get(column) ?? ofRole?.get(column));
            return [level, target, status];
          });
        }),
      },
    };
  },

  /** One person with all skills: current and opening level, expiry, and target. */
  async person({ customer, staff, day, opening }) {
    const days = [day, day, opening, opening, day, day, day, day];
    const found = await db.execute(PERSON_SQL, [...days, customer, Buffer.from(staff, 'hex')]);
    const rows = [];
    let [held, required, compliant] = [0, 0, 0];
    for (const row of found) {
      const target = row.target ?? row.required;
      const level = row.level ?? 0;
      if (target) required++;
      if (target && level >= target) compliant++;
      if (!level && !row.opening_level && !target) continue;
      if (level) held++;
      rows.push({
        staff_code: row.staff_code,
        staff_name: `${row.first_name} ${row.last_name}`,
        skill_id: uuid(row.skill_id),
        skill_code: row.skill_code,
        skill_name: row.name,
        opening_level: row.opening_level ?? 0,
        level,
        change: level - (row.opening_level ?? 0),
        target,
        status: level >= (target ?? 0) ? 'met' : 'short',
        valid_until: row.to_date,
        cause: row.cause,
      });
    }
    return { body: { rows, totals: { skills: held, required, compliant } } };
  },

  async quizReport({ customer, day, first, last }) {
    const found = await db.execute(ROW_SQL, [...Array(7).fill(customer), day, customer, Number(first), Number(last)]);
    const rows = found.map((row) => ({
      attempt_id: uuid(row.attempt_id),
      staff_id: uuid(row.staff_id),
      training_id: uuid(row.training_id),
      staff_code: row.staff_code,
      staff_name: `${row.first_name} ${row.last_name}`,
      training_title: row.title,
      category: row.category,
      attempt_no: row.attempt_no,
      started_at: iso(row.started_at),
      submitted_at: iso(row.submitted_at),
      duration_seconds: Math.round((row.submitted_at - row.started_at) / 1000),
      correct: row.correct_marks / 1_000_000,
      total: row.total_marks / 1_000_000,
      score: row.score_hundredths / 100,
      pass_mark: row.pass_mark,
      result: row.result,
      video_percent: row.duration_ms === null ? null : Math.round((row.watched_ms * 100) / row.duration_ms),
      skills_granted: row.skill_code && `${row.skill_code} ${row.level}`,
      valid_until: row.to_date,
    }));
    const passed = rows.filter((row) => row.result === 'passed').length;
    return { body: { rows, totals: { attempts: rows.length, passed } } };
  },
});
