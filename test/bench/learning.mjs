// Writes by learners and trainers: starting and submitting attempts, watch progress of a video, assigning people.
// Operations that can be done only a limited number of times (an attempt is submitted once) have fixed request counts,
// the same for both sides.
import { needed } from './rounds.mjs';

const SUBMIT = { warm: 200, requests: 50, single: 10 };
const START = { warm: 200, requests: 80, single: 15 };
const ASSIGN = { warm: 40, requests: 12, single: 3 };
const PROGRESS_LEARNERS = 100;
const VIDEO_MINUTES = 20;

/** Calls by the admin of the learning customer, and the trainings created through them. */
export class School {
  #made = 0;
  #learners = [];

  constructor({ sizes, people, product, send, idText }) {
    Object.assign(this, { ...sizes.learning, people, product, send, idText });
  }

  async call(method, path, body, headers) {
    const asked = headers ?? (await this.people.admin(this.customer));
    const { status, body: text } = await this.send(this.product + path, { method, headers: asked, body });
    if (status > 299) throw new Error(`${path}: ${status} ${text.toString().slice(0, 400)}`);
    return text.length ? JSON.parse(text.toString()) : null;
  }

  /** Signed-in learners; repeated calls return the same people. @returns `{ staff_id, headers }` each */
  async learners(count) {
    const from = this.#learners.length;
    if (count > from) {
      const more = this.staff.slice(from, count).map((staff_id, at) => ({ staff_id, eid: `P-${from + at}` }));
      const headers = await this.people.learners(this.customer, more);
      this.#learners.push(
        ...more.map(({ staff_id }, at) => ({ staff_id: this.idText(staff_id), headers: headers[at] })),
      );
    }
    return this.#learners.slice(0, count);
  }

  /** Creates a published training that gives one skill. @param questions 0: a video of twenty minutes */
  async training(questions) {
    const code = `B${this.#made++}`;
    this.category ??= await this.call('POST', '/api/training-categories', { code: 'BENCH', name: 'Bench' });
    const video = {
      type: 'video',
      source_url: 'https://bench.example/film.mp4',
      video_duration_ms: VIDEO_MINUTES * 60_000,
    };
    const read = { type: 'document', source_url: 'https://bench.example/read-me', requires_quiz: true };
    const { training_id } = await this.call('POST', '/api/trainings', {
      code,
      title: `Bench ${code}`,
      category_id: this.category.category_id,
      ...(questions ? read : video),
    });
    const given = [{ skill_id: this.idText(this.skills[this.#made % this.skills.length]), min_score: 0, level: 3 }];
    await this.call('PUT', `/api/trainings/${training_id}/skills`, given);
    const made = { training_id, answers: [] };
    if (questions) {
      const { quiz_id } = await this.call('POST', '/api/quizzes', {
        training_id,
        title: `Bench ${code}`,
        attempts_allowed: null,
        review: 'after_submit',
      });
      const slots = [];
      for (let at = 0; at < questions; at++) {
        const question = await this.call('POST', '/api/questions', {
          kind: 'single',
          text: `Question ${at} of ${code}: which of these four is the right one?`,
          options: ['The first', 'The second', 'The third', 'The fourth'].map((text, n) => ({
            text,
            fraction: n ? 0 : 1,
          })),
        });
        slots.push({ question_id: question.question_id });
        const right = question.options.find((each) => each.fraction > 0).option_id;
        made.answers.push({ question_id: question.question_id, option_id: [right] });
      }
      await this.call('PUT', `/api/quizzes/${quiz_id}/slots`, { slots });
      made.quiz_id = quiz_id;
    }
    await this.call('POST', `/api/trainings/${training_id}/publish`);
    return made;
  }

  async assign(training_id, learners) {
    for (let from = 0; from < learners.length; from += 500) {
      const staff_id = learners.slice(from, from + 500).map((each) => each.staff_id);
      await this.call('POST', '/api/training-assignments/bulk', { staff_id, training_id: [training_id] });
    }
  }

  /** Started attempts at a quiz of ten questions: each can be submitted once. */
  async plays(count) {
    const { training_id, quiz_id, answers } = await this.training(10);
    const learners = await this.learners(count);
    await this.assign(training_id, learners);
    const plays = [];
    const begin = async (mine) => {
      for (const { headers } of mine) {
        const { attempt_id, id } = await this.call('POST', '/api/attempts', { training_id }, headers);
        plays.push({
          url: `${this.product}/S_QUIZ_PLAY_DETAILS/SaveQuizandvideo`,
          method: 'POST',
          headers,
          body: { training_id, quiz_id, attempt_id: attempt_id ?? id, answers },
        });
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, at) => begin(learners.filter((__, n) => n % 8 === at))));
    return plays;
  }

  /** The same attempt, submitted to the baseline server. */
  floorSubmit(floor, { body }) {
    const { attempt_id, answers } = body;
    return { url: `${floor}/submit?customer=${this.customer}`, method: 'POST', body: { attempt_id, answers } };
  }
}

/** Returns each of `stock` once, in order. */
export const once = (stock, make = (each) => each) => {
  let at = 0;
  return () => {
    if (at === stock.length) throw new Error(`All ${at} are used up.`);
    return make(stock[at++]);
  };
};
const halves = (stock) => [stock.slice(0, stock.length >> 1), stock.slice(stock.length >> 1)];

export const learning = [
  {
    name: 'start a quiz attempt',
    goal: { cpu: 1.8, rps: 0.5, sql: 4 },
    ...START,
    async prepare({ school, rounds, product, floor }) {
      const { training_id } = await school.training(10);
      const learners = await school.learners(2 * needed(START, rounds));
      await school.assign(training_id, learners);
      const [ours, theirs] = halves(learners);
      const body = { training_id };
      return {
        product: once(ours, ({ headers }) => ({ url: `${product}/api/attempts`, method: 'POST', headers, body })),
        floor: once(theirs, ({ staff_id }) => ({
          url: `${floor}/start?customer=${school.customer}&staff=${staff_id}&training=${training_id}`,
        })),
      };
    },
  },
  {
    name: 'progress beat of a video',
    goal: { cpu: 1.8, rps: 0.5, sql: 4 },
    async prepare({ school, product, floor }) {
      const { training_id } = await school.training(0);
      const learners = await school.learners(2 * PROGRESS_LEARNERS);
      await school.assign(training_id, learners);
      for (const { headers } of learners)
        await school.call('GET', `/api/trainings/${training_id}/video-link`, undefined, headers);
      const [ours, theirs] = halves(learners);
      // 100 ms more each round, sent as a player does: everything played so far.
      const beat = (at) => {
        const played = Math.min(VIDEO_MINUTES * 60_000 - 1, 100 * (1 + Math.floor(at / PROGRESS_LEARNERS)));
        return { training_id, ranges: [[0, played]], position_ms: played };
      };
      let sent = 0;
      let sentFloor = 0;
      return {
        product: () => {
          const at = sent++;
          const { headers } = ours[at % PROGRESS_LEARNERS];
          return { url: `${product}/api/video-progress`, method: 'POST', headers, body: beat(at) };
        },
        floor: () => {
          const at = sentFloor++;
          const { staff_id } = theirs[at % PROGRESS_LEARNERS];
          const url = `${floor}/beat?customer=${school.customer}`;
          return { url, method: 'POST', body: { staff_id, ...beat(at) } };
        },
      };
    },
  },
  {
    name: 'submit a quiz of 10 (durable, evidence written)',
    goal: { cpu: 1.8, rps: 0.5, sql: 11 },
    ...SUBMIT,
    async prepare({ school, rounds, floor }) {
      const [ours, theirs] = halves(await school.plays(2 * needed(SUBMIT, rounds)));
      return { product: once(ours), floor: once(theirs, (play) => school.floorSubmit(floor, play)) };
    },
  },
  {
    name: 'bulk assign 200',
    goal: { cpu: 1.5, rps: 0.5, sql: 8 },
    ...ASSIGN,
    connections: 4,
    async prepare({ school, rounds, product, floor }) {
      const headers = await school.people.admin(school.customer);
      const people = school.staff.map(school.idText);
      const groups = Array.from({ length: Math.floor(people.length / 200) }, (_, at) =>
        people.slice(at * 200, (at + 1) * 200),
      );
      const orders = [];
      while (orders.length < 2 * needed(ASSIGN, rounds)) {
        const { training_id } = await school.training(0);
        orders.push(...groups.map((staff_id) => ({ staff_id, training_id })));
      }
      const [ours, theirs] = halves(orders);
      return {
        product: once(ours, ({ staff_id, training_id }) => ({
          url: `${product}/api/training-assignments/bulk`,
          method: 'POST',
          headers,
          body: { staff_id, training_id: [training_id] },
        })),
        floor: once(theirs, (body) => ({ url: `${floor}/assign?customer=${school.customer}`, method: 'POST', body })),
      };
    },
  },
];
