export const DATA_AS_OF = 'X-Data-As-Of';

/** How old a report's data are, in the API document. */
export const AS_OF_HEADERS = {
  [DATA_AS_OF]: {
    description:
      'Only for answers from a replica: everything committed before this time is included. Absent: complete.',
    schema: { type: 'string' as const, format: 'date-time' },
  },
};
