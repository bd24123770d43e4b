/** The part of the HTTP answer that a list touches. */
export interface Answer {
  header(name: string, value: string | number): unknown;
}

/** A JSON array, and `X-Total-Count` with the number of all matching rows. */
export function answerPage<Row>(answer: Answer, page: { rows: Row[]; total: number }): Row[] {
  answer.header('X-Total-Count', page.total);
  return page.rows;
}
