export const DATA_AS_OF = 'X-Data-As-Of';

/** How old a report's data are, in the API document. */
export const AS_OF_HEADERS = {
  [DATA_AS_OF]: {
    description:
      'Where a replica was read: all that was committed before this instant is in the answer, and perhaps more. Absent: nothing is missing.',
    schema: { type: 'string' as const, format: 'date-time' },
  },
};
