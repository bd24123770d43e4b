// Read operations: one entry per row of the result table, with the goal of its ratio to the baseline ("floor").
// `prepare` returns the request makers of both sides; only `product` where there is nothing to compare with.
const DAY_MS = 86_400_000;
const today = () => new Date().toISOString().slice(0, 10);
const before = (days) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** A list requested by the admin. @param path of the product, @param route of the baseline, without the page */
const listed = (name, goal, size, { path, sort, route, limit = 20, pages = 1 }) => ({
  name,
  goal,
  async prepare({ sizes, people, product, floor }) {
    const { customer } = sizes[size];
    const headers = await people.admin(customer);
    const from = (at) => (at % pages) * limit;
    return {
      product: (at) => ({ url: `${product}${path}?${sort}&_start=${from(at)}&_end=${from(at) + limit}`, headers }),
      floor: (at) => ({ url: `${floor}/${route}?customer=${customer}&limit=${limit}&start=${from(at)}` }),
    };
  },
});
const STAFF = { path: '/api/staff', sort: '_sort=last_name,first_name&_order=asc,asc', route: 'staff' };
const CATEGORIES = {
  path: '/api/training-categories',
  sort: '_sort=position,name&_order=asc,asc',
  route: 'categories',
};
const TRAININGS = { path: '/api/trainings', sort: '_sort=title&_order=asc', route: 'trainings' };

const SHORT = { cpu: 1.6, rps: 0.5, sql: 2 };
const LONG = { cpu: 1.5, rps: 0.65, sql: 3 };

/** Invalidates the cached answer before each request, on both sides. For one request at a time. */
const anew =
  ({ db }, customer, make) =>
  async (at) => {
    await db.query('UPDATE customer_state SET matrix_version = matrix_version + 1 WHERE customer_id = ?', [customer]);
    return make(at);
  };

export const operations = [
  listed('list 20 of 1,000', SHORT, 'small', STAFF),
  listed('list 20 of 10,000', SHORT, 'big', STAFF),
  listed('list 200 of 1,000', LONG, 'small', { ...STAFF, limit: 200 }),
  listed('list 200 of 10,000', LONG, 'big', { ...STAFF, limit: 200 }),
  listed('list 1,000 of 1,000, as its five pages of 200', LONG, 'small', { ...STAFF, limit: 200, pages: 5 }),
  listed('list 1,000 of 10,000, as five pages of 200', LONG, 'big', { ...STAFF, limit: 200, pages: 5 }),
  listed('categories: 20 of 40', { cpu: 1.8, rps: 0.5, sql: 3 }, 'small', CATEGORIES),
  listed('trainings: 20 of 200', { cpu: 1.8, rps: 0.5, sql: 3 }, 'small', TRAININGS),
  {
    // Another person each time, then another day: no answer is cached.
    name: 'one person × 100 skills',
    goal: { cpu: 2, rps: 0.5, sql: 3 },
    async prepare({ sizes, people, idText, product, floor }) {
      const { customer, staff } = sizes.small;
      const headers = await people.admin(customer);
      const of = (at) => ({ person: staff[at % staff.length], day: before(Math.floor(at / staff.length)) });
      let asked = 0;
      let floorRequests = 0;
      return {
        product: () => {
          const { person, day } = of(asked++);
          return { url: `${product}/api/reports/skill-wise?staff_id=${idText(person)}&to=${day}`, headers };
        },
        floor: () => {
          const { person, day } = of(floorRequests++);
          const opening = `${day.slice(0, 4)}-03-31`;
          const staffHex = person.toString('hex');
          return { url: `${floor}/person?customer=${customer}&staff=${staffHex}&day=${day}&opening=${opening}` };
        },
      };
    },
  },
  {
    name: 'quiz report, 1,000 rows',
    goal: { cpu: 1.5, sql: 2 },
    connections: 2,
    async prepare({ sizes, people, product, floor }) {
      const { customer } = sizes.small;
      const headers = await people.admin(customer);
      const from = Date.parse(`${before(200)}T00:00:00Z`);
      const url = `${floor}/quizReport?customer=${customer}&day=${today()}&first=${from}&last=${Date.now()}`;
      return {
        product: () => ({ url: `${product}/api/reports/quiz?from=${before(200)}&to=${today()}`, headers }),
        floor: () => ({ url }),
      };
    },
  },
  {
    name: 'matrix 1,000 × 100, whole',
    goal: { cpu: 1.5, sql: 3 },
    connections: 1,
    async prepare(context) {
      const { sizes, people, product, floor } = context;
      const { customer } = sizes.small;
      const headers = await people.admin(customer);
      const url = `${product}/Result/get_skil_matrix_report?customer_id=${customer}`;
      return {
        product: anew(context, customer, () => ({ url, headers })),
        floor: anew(context, customer, () => ({ url: `${floor}/matrix?customer=${customer}&day=${today()}` })),
      };
    },
  },
  ...[
    ['asked for again', {}],
    ['asked for again, compressed', { 'accept-encoding': 'gzip' }],
  ].map(([how, accepted]) => ({
    // The answer is cached: measures the cost of sending it.
    name: `matrix 1,000 × 100, ${how}`,
    goal: { cpu: 1.5, sql: 3 },
    connections: 4,
    async prepare({ sizes, people, product, floor }) {
      const { customer } = sizes.small;
      const headers = { ...(await people.admin(customer)), ...accepted };
      const url = `${product}/Result/get_skil_matrix_report?customer_id=${customer}`;
      return {
        product: () => ({ url, headers }),
        floor: () => ({ url: `${floor}/matrix?customer=${customer}&day=${today()}` }),
      };
    },
  })),
  {
    // Never the same window twice, as while scrolling; the order of the rows is cached after the first request.
    name: 'matrix window 50 × 60 of the large customer',
    goal: { cpu: 0.75, rps: 0.5, sql: 4 },
    async prepare({ sizes, people, product, floor }) {
      const { customer, skills } = sizes.big;
      const headers = await people.admin(customer);
      const columns = skills.length - 60 + 1;
      const window = (at) => ({ start: Math.floor(at / columns) % 900, skill: at % columns });
      let asked = 0;
      let floorRequests = 0;
      return {
        product: () => {
          const { start, skill } = window(asked++);
          const part = `_start=${start}&_end=${start + 50}&skill_start=${skill}&skill_end=${skill + 60}`;
          return { url: `${product}/api/reports/skill-matrix?${part}`, headers };
        },
        floor: () => {
          const { start, skill } = window(floorRequests++);
          return { url: `${floor}/matrixWindow?customer=${customer}&day=${today()}&start=${start}&skill=${skill}` };
        },
      };
    },
  },
  ...[
    ['list 20', 3, '/api/staff?_start=0&_end=20&_sort=last_name,first_name&_order=asc,asc'],
    ['matrix window 50 × 60', 4, '/api/reports/skill-matrix?_start=0&_end=50&skill_start=0&skill_end=60'],
    ['summary', 3, '/api/reports/skill-matrix/summary'],
  ].map(([name, sql, path]) => ({
    name: `manager of 3,000 in the large customer: ${name}`,
    goal: { sql },
    async prepare(context) {
      const { sizes, people, product } = context;
      const { customer, staff } = sizes.big;
      context.manager ??= await people.learners(customer, [{ staff_id: staff[0], eid: 'P-0' }]);
      const [headers] = context.manager;
      return { product: () => ({ url: product + path, headers }) };
    },
  })),
];
