// What is measured: one entry per row of speed.md. `prepare` returns the request makers of both sides.

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
        product: () => ({ url: `${product}/api/staff?_start=0&_end=${limit}&_sort=last_name,first_name&_order=asc,asc`, headers }),
        floor: () => ({ url: `${floor}/list?customer=${customer}&limit=${limit}` }),
      };
    },
  })),
];
