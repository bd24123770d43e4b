export const DATA_AS_OF_HEADER = 'X-Data-As-Of';

export const DATA_AS_OF_API_HEADERS = {
  [DATA_AS_OF_HEADER]: {
    description:
      'Only for answers from a replica: everything committed before this time is included. Absent: complete.',
    schema: { type: 'string' as const, format: 'date-time' },
  },
};
