/**
 * Who belongs to the organisation on a day: whoever is employed on it, in whatever status. Of several employments any
 * counts, both ends are inclusive (docs/learning-rules.md, "Overdue and population").
 * @param day the parameter of the text that holds the day, by the organisation's calendar
 * @returns a condition on the staff `s`, for texts of TenantQueries
 */
export const employedSql = (day: string): string =>
  `((s.joined <= :${day} AND COALESCE(s.last_active_day, :${day}) >= :${day})` +
  ` OR EXISTS (SELECT 1 FROM past_employment q WHERE q.customer_id = :customer_id AND q.staff_id = s.staff_id` +
  ` AND q.from_date <= :${day} AND COALESCE(q.to_date, :${day}) >= :${day}))`;
