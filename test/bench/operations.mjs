// What is measured: one entry per row of speed.md. `prepare` returns the request makers of both sides.

const today = () => new Date().toISOString().slice(0, 10);

export const operations = [
  ...[
    ['list 20 of 1,000', 'small', 20],
    ['list 20 of 10,000', 'big', 20],
    ['list 200 of 1,000', 'small', 200],
  ].map(([name, size, limit]) => ({
    name,
    budget: 'CPU ≤ 2×, rps ≥ 50 %, SQL ≤ 3',
    count: 1500,
    async prepare({ sizes, signIn, product, floor }) {
      const { customer } = sizes[size];
      const headers = await signIn({ customer, eid: 'bench' });
      return {
        product: () => ({
          url: `${product}/api/staff?_start=0&_end=${limit}&_sort=last_name,first_name&_order=asc,asc`,
          headers,
        }),
        floor: () => ({ url: `${floor}/list?customer=${customer}&limit=${limit}` }),
      };
    },
  })),
  {
    name: 'skill matrix 1,000 × 100, whole (Result/get_skil_matrix_report)',
    budget: 'CPU ≤ 1.2× the naive floor, SQL ≤ 3',
    count: 60,
    async prepare({ sizes, signIn, product, floor }) {
      const { customer } = sizes.small;
      const headers = await signIn({ customer, eid: 'bench' });
      return {
        product: () => ({ url: `${product}/Result/get_skil_matrix_report?customer_id=${customer}`, headers }),
        floor: () => ({ url: `${floor}/matrix?customer=${customer}&day=${today()}` }),
      };
    },
  },
  {
    // What compression costs: the same answer as above, to somebody who takes gzip; the floor sends it as it is.
    name: 'skill matrix 1,000 × 100, whole, compressed',
    budget: 'its price: CPU beside the row above',
    count: 60,
    async prepare({ sizes, signIn, product, floor }) {
      const { customer } = sizes.small;
      const headers = { ...(await signIn({ customer, eid: 'bench' })), 'accept-encoding': 'gzip' };
      return {
        product: () => ({ url: `${product}/Result/get_skil_matrix_report?customer_id=${customer}`, headers }),
        floor: () => ({ url: `${floor}/matrix?customer=${customer}&day=${today()}` }),
      };
    },
  },
  {
    name: 'skill matrix window 50 × 60 of the large customer',
    budget: 'CPU ≤ 2×, rps ≥ 50 %, SQL ≤ 4',
    count: 800,
    async prepare({ sizes, signIn, product, floor }) {
      const { customer } = sizes.big;
      const headers = await signIn({ customer, eid: 'bench' });
      return {
        product: () => ({
          url: `${product}/api/reports/skill-matrix?_start=0&_end=50&skill_start=0&skill_end=60`,
          headers,
        }),
        floor: () => ({ url: `${floor}/matrixWindow?customer=${customer}&day=${today()}` }),
      };
    },
  },
  ...[
    ['list 20', 'SQL ≤ 3', 800, '/api/staff?_start=0&_end=20&_sort=last_name,first_name&_order=asc,asc'],
    ['matrix window 50 × 60', 'SQL ≤ 4', 400, '/api/reports/skill-matrix?_start=0&_end=50&skill_start=0&skill_end=60'],
    ['summary', 'SQL ≤ 3', 200, '/api/reports/skill-matrix/summary'],
  ].map(([name, budget, count, path]) => ({
    name: `manager of 3,000 in the large customer: ${name}`,
    budget,
    count,
    async prepare({ sizes, signIn, product }) {
      const { customer, staff } = sizes.big;
      const headers = await signIn({ customer, staff_id: staff[0], role: 'user', eid: 'P-0' });
      return { product: () => ({ url: product + path, headers }) };
    },
  })),
  {
    name: 'submit a quiz of 10 (SaveQuizandvideo, durable, evidence written)',
    budget: 'CPU ≤ 2×, rps ≥ 50 %, SQL ≤ 14',
    count: 100,
    warm: 40,
    async prepare(context) {
      // Each attempt can be submitted once: as many as both sides send, warm-up included.
      const plays = await quizPlays(context, 1_000);
      const half = plays.length / 2;
      let at = 0;
      let floorAt = 0;
      return {
        product: () => plays[at++ % half],
        floor: () => {
          const { body } = plays[half + (floorAt++ % half)];
          return {
            url: `${context.floor}/submit?customer=${context.sizes.small.customer}&attempt=${body.attempt_id}`,
            method: 'POST',
            body: body.answers,
          };
        },
      };
    },
  },
];

/** A training with a quiz of ten, assigned to everybody, and one started attempt a person: each can be submitted once. */
export async function quizPlays({ product, sizes, signIn, send, idText }, count) {
  const { customer, staff, skills } = sizes.small;
  const admin = await signIn({ customer, eid: 'bench' });
  const call = async (method, path, body, headers = admin) => {
    const { status, body: text } = await send(product + path, { method, headers, body });
    if (status > 299) throw new Error(`${path}: ${status} ${text.toString().slice(0, 400)}`);
    return text.length ? JSON.parse(text.toString()) : null;
  };
  const category = await call('POST', '/api/training-categories', { code: 'BENCH', name: 'Bench' });
  const training = await call('POST', '/api/trainings', {
    code: 'BENCH',
    title: 'Bench',
    category_id: category.category_id,
    type: 'document',
    source_url: 'https://bench.example/read-me',
    requires_quiz: true,
  });
  await call('PUT', `/api/trainings/${training.training_id}/skills`, [
    { skill_id: idText(skills[0]), min_score: 0, level: 3 },
  ]);
  const quiz = await call('POST', '/api/quizzes', { training_id: training.training_id, title: 'Bench' });
  const slots = [];
  const right = new Map();
  for (let i = 0; i < 10; i++) {
    const question = await call('POST', '/api/questions', {
      kind: 'single',
      text: `Question ${i}`,
      options: ['A', 'B', 'C', 'D'].map((text, at) => ({ text, fraction: at ? 0 : 1 })),
    });
    slots.push({ question_id: question.question_id });
    right.set(question.question_id, question.options.find((each) => each.fraction > 0).option_id);
  }
  await call('PUT', `/api/quizzes/${quiz.quiz_id}/slots`, { slots });
  await call('POST', `/api/trainings/${training.training_id}/publish`);
  const people = staff.slice(0, count).map(idText);
  for (let from = 0; from < people.length; from += 500) {
    await call('POST', '/api/training-assignments/bulk', {
      staff_id: people.slice(from, from + 500),
      training_id: [training.training_id],
    });
  }
  const plays = [];
  for (const [index, staff_id] of people.entries()) {
    const headers = await signIn({ customer, staff_id: staff[index], role: 'user', eid: `P-${index}` });
    const attempt = await call('POST', '/api/attempts', { training_id: training.training_id }, headers);
    plays.push({
      url: `${product}/S_QUIZ_PLAY_DETAILS/SaveQuizandvideo`,
      method: 'POST',
      headers,
      body: {
        training_id: training.training_id,
        quiz_id: quiz.quiz_id,
        attempt_id: attempt.attempt_id ?? attempt.id,
        answers: [...right].map(([question_id, option_id]) => ({ question_id, option_id: [option_id] })),
      },
      staff_id,
    });
  }
  return plays;
}
