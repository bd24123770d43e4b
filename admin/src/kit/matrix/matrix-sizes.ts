/** What the rows, columns, heads of the matrix measure, in pixels; matrix.css has them as --row, --col, --head, --first. */
export const ROW_PX = 40;
export const COLUMN_PX = 48;
export const FIRST_PX = 216;
export const FIRST_NARROW_PX = 136;
export const HEAD_PX = 172;
