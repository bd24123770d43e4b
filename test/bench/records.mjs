// Operations without a baseline: the cost of each kind of repository statement. Only for `--against`.

const of = (name, make, size = 'small') => ({
  name,
  async prepare(context) {
    const { customer } = context.sizes[size];
    const headers = await context.people.admin(customer);
    const call = async (method, path, body) => {
      const { status, body: text } = await context.send(context.product + path, { method, headers, body });
      if (status > 299) throw new Error(`${path}: ${status} ${text.toString().slice(0, 400)}`);
      return text.length ? JSON.parse(text.toString()) : null;
    };
    const next = await make({ ...context, ...context.sizes[size], call });
    return {
      product: (at) => {
        const { path, ...options } = next(at);
        return { url: context.product + path, headers, ...options };
      },
    };
  },
});
let made = 0;
const read = (path) => () => () => ({ path });
const ONE_OF = '&_sort=last_name,first_name&_order=asc,asc&_start=0&_end=20';

export const records = [
  of('one person', ({ staff, idText }) => (at) => ({ path: `/api/staff/${idText(staff[at % 900])}` })),
  of('change one person', ({ staff, idText }) => (at) => ({
    path: `/api/staff/${idText(staff[at % 900])}`,
    method: 'PATCH',
    body: { mobile: `+91 98450 ${10_000 + (made++ % 80_000)}` },
  })),
  of('create a department', () => () => ({
    path: '/api/departments',
    method: 'POST',
    body: { name: `Department ${made++}` },
  })),
  of('list skills by status', read('/api/skills?status=active&_sort=name&_order=asc&_start=0&_end=20')),
  of('list staff by first name (contains), of 10,000', read(`/api/staff?first_name_like=en${ONE_OF}`), 'big'),
  of('page 40 of 10,000', read('/api/staff?_sort=last_name,first_name&_order=asc,asc&_start=780&_end=800'), 'big'),
  of('20 people by their ids', ({ staff, idText }) => (at) => ({
    path: `/api/staff?${staff
      .slice(at % 900, (at % 900) + 11 + (at % 10))
      .map((one) => `id=${idText(one)}`)
      .join('&')}`,
  })),
  of('search among 200 departments', async ({ call }) => {
    for (let at = 0; at < 200; at++) await call('POST', '/api/departments', { name: `Searched ${at} hall ${made++}` });
    return (at) => ({ path: `/api/departments?q=searched+${at % 200}&_start=0&_end=20&_sort=name&_order=asc` });
  }),
  of('what a training gives: 20 skills', async ({ call, skills, idText }) => {
    const { category_id } = await call('POST', '/api/training-categories', { code: `C${made}`, name: `C ${made++}` });
    const { training_id } = await call('POST', '/api/trainings', {
      code: `T${made}`,
      title: `T ${made++}`,
      category_id,
      type: 'document',
      source_url: 'https://bench.example/read-me',
      requires_quiz: true,
    });
    const given = skills.slice(0, 20).map((skill) => ({ skill_id: idText(skill), min_score: 0 }));
    return (at) => ({
      path: `/api/trainings/${training_id}/skills`,
      method: 'PUT',
      body: given.map((one, place) => ({ ...one, level: 1 + ((at + place) % 4) })),
    });
  }),
];
