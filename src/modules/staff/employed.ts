/**
 * SQL condition for "employed on this day": any employment that covers the day, both ends inclusive, in any status
 * (docs/domain.md, "Overdue and population").
 * @param day name of the query parameter with the day in the customer's time zone
 * @returns a condition on `staff s` for TenantQueries
 */
export const employedSql = (day: string): string =>
  `((s.joined <= :${day} AND COALESCE(s.last_active_day, :${day}) >= :${day})` +
  ` OR EXISTS (SELECT 1 FROM past_employment q WHERE q.customer_id = :customer_id AND q.staff_id = s.staff_id` +
  ` AND q.from_date <= :${day} AND COALESCE(q.to_date, :${day}) >= :${day}))`;
