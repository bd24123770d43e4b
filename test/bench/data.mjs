// Generated data, inserted directly into the tables: one customer of 1,000 × 100, one of 10,000 staff (× 500 with
// --large).
import { createHash } from 'node:crypto';

const began = Date.now() - 86_400_000;
let clock = began;
let counter = 0;
/** Restarts the ids, so that another database gets the same data. */
export function resetIds() {
  clock = began;
  counter = 0;
}
/** UUIDv7 as bytes, in order. */
export function id() {
  const bytes = createHash('md5').update(String(counter)).digest();
  if (++counter % 1000 === 0) clock++;
  bytes.writeUIntBE(clock, 0, 6);
  bytes.writeUInt16BE(0x7000 | (counter % 0x1000), 6);
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return bytes;
}
export const idText = (bytes) => {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};

const FIRST = [
  'Asha',
  'Bala',
  'Chen',
  'Devi',
  'Esra',
  'Femi',
  'Gita',
  'Hana',
  'Ivan',
  'Jana',
  'Kofi',
  'Lena',
  'Mara',
  'Nils',
  'Olga',
  'Paul',
];
const LAST = [
  'Rao',
  'Iyer',
  'Wei',
  'Menon',
  'Kaya',
  'Ade',
  'Shah',
  'Sato',
  'Petrov',
  'Novak',
  'Mensah',
  'Bauer',
  'Silva',
  'Berg',
  'Orlova',
  'Meyer',
];
const EXPIRES = ['2027-01-15', '2026-12-20', '9999-12-31'];

/** Inserts the rows in batches. */
export async function insert(db, table, columns, rows) {
  const part = 2_000;
  for (let at = 0; at < rows.length; at += part) {
    await db.query(`INSERT INTO ${table} (${columns}) VALUES ?`, [rows.slice(at, at + part)]);
  }
}

/**
 * The first person has `led` direct and indirect reports at two depths: ten leads, and all others below a lead; with
 * the closure table that the product would maintain (src/modules/staff/staff-lines.service.ts).
 */
async function line(db, customer, people, led) {
  const [boss, ...below] = people.slice(0, led);
  const leads = below.slice(0, 10);
  const pairs = new Map();
  const pair = (manager, person) => pairs.set(`${idText(manager)} ${idText(person)}`, [customer, manager, person]);
  pair(boss, boss);
  for (const [at, person] of below.entries()) {
    pair(boss, person);
    if (at < leads.length) continue;
    const lead = leads[at % leads.length];
    pair(lead, lead);
    pair(lead, person);
  }
  await insert(db, 'staff_line', 'customer_id, manager_id, staff_id', [...pairs.values()]);
  for (const lead of [boss, ...leads]) {
    const own = lead === boss ? leads : below.filter((_, at) => at >= 10 && leads[at % 10] === lead);
    await db.query('UPDATE staff SET manager_id = ? WHERE customer_id = ? AND staff_id IN (?)', [lead, customer, own]);
  }
}

/** @returns the ids used by the requests */
export async function organisation(db, { customer, staff, skills, filled, trainings = 0, led = 0, roles = 0 }) {
  const now = Date.now();
  const stamps = [now, now, 1];
  await db.query(
    'INSERT INTO customer_state (customer_id, time_zone, financial_year_start_month, matrix_version, status) VALUES (?)',
    [[customer, 'Asia/Kolkata', 4, 1, 'A']],
  );
  await db.query(
    'INSERT INTO plan_usage (customer_id, staff_used, staff_limit, training_used, training_limit) VALUES (?)',
    [[customer, staff, 1_000_000, trainings, 1_000_000]],
  );
  const held = Array.from({ length: roles }, () => id());
  await insert(
    db,
    'job_role',
    'customer_id, job_role_id, name, name_key, name_sort, created_at, updated_at, row_version',
    held.map((role, i) => [customer, role, `Role ${i}`, `role ${i}`, `role ${i}`, ...stamps]),
  );
  const people = Array.from({ length: staff }, (_, i) => {
    const first = FIRST[i % FIRST.length];
    const last = `${LAST[(i >> 4) % LAST.length]} ${i}`;
    return [
      customer,
      id(),
      `P-${i}`,
      `p-${i}`,
      first,
      first.toLowerCase(),
      last,
      last.toLowerCase(),
      `p${i}@bench.example`,
      roles ? held[i % roles] : null,
      '2020-01-01',
      'active',
      ...stamps,
    ];
  });
  await insert(
    db,
    'staff',
    'customer_id, staff_id, staff_code, staff_code_key, first_name, first_name_sort, last_name, last_name_sort, email, job_role_id, joined, status, created_at, updated_at, row_version',
    people,
  );
  if (led)
    await line(
      db,
      customer,
      people.map((row) => row[1]),
      led,
    );
  const learnt = Array.from({ length: skills }, (_, i) => {
    const name = `Skill ${String(i).padStart(3, '0')}`;
    return [
      customer,
      id(),
      `S-${i}`,
      `s-${i}`,
      name,
      name.toLowerCase(),
      name.toLowerCase(),
      `Group ${i % 8}`,
      3,
      0,
      0,
      'active',
      ...stamps,
    ];
  });
  await insert(
    db,
    'skill',
    'customer_id, skill_id, skill_code, skill_code_key, name, name_key, name_sort, skill_group, min_level, requires_signoff, critical, status, created_at, updated_at, row_version',
    learnt,
  );
  // A role requires every tenth skill; every fifth person also has an individual target.
  await insert(
    db,
    'role_target',
    'customer_id, target_id, job_role_id, skill_id, level, from_date, created_at, updated_at, row_version',
    held.flatMap((role, i) =>
      learnt
        .filter((_, s) => s % 10 === i % 10)
        .map((skill, s) => [customer, id(), role, skill[1], 2 + (s % 2), '2024-01-01', ...stamps]),
    ),
  );
  if (roles)
    await insert(
      db,
      'skill_target',
      'customer_id, target_id, staff_id, skill_id, level, from_date, reason, created_at, updated_at, row_version',
      people
        .filter((_, p) => p % 5 === 0)
        .map((person, p) => [
          customer,
          id(),
          person[1],
          learnt[p % skills][1],
          1 + (p % 4),
          '2024-01-01',
          'bench',
          ...stamps,
        ]),
    );
  let spans = [];
  const flush = async () => {
    await insert(
      db,
      'skill_level_span',
      'customer_id, staff_id, skill_id, from_date, to_date, level, held_level, cause, evidence_id',
      spans,
    );
    spans = [];
  };
  for (let p = 0; p < people.length; p++) {
    for (let s = 0; s < learnt.length; s++) {
      if (((p * 7919 + s * 104_729) % 1000) / 1000 >= filled) continue;
      const level = 1 + ((p + s) % 4);
      const evidence = id();
      spans.push([
        customer,
        people[p][1],
        learnt[s][1],
        '2025-01-10',
        '2026-01-09',
        Math.max(1, level - 1),
        level,
        'training',
        evidence,
      ]);
      spans.push([
        customer,
        people[p][1],
        learnt[s][1],
        '2026-01-10',
        EXPIRES[(p + s) % 3],
        level,
        level,
        'training',
        evidence,
      ]);
    }
    if (spans.length >= 20_000) await flush();
  }
  await flush();
  return { customer, staff: people.map((row) => row[1]), skills: learnt.map((row) => row[1]) };
}
