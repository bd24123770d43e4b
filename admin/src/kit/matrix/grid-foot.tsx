/** Below a grid: which keys there are, and what the active cell means. */
export function GridFoot({ id, hint, announced }: { id: string; hint: string; announced: string }) {
  return (
    <div className="kit-matrix-foot sg-flex sg-wrap sg-between sg-gap-4-16 sg-small">
      <span id={`${id}hint`} className="sg-faint">
        {hint}
      </span>
      <span className="sg-soft" aria-live="polite">
        {announced}
      </span>
    </div>
  );
}
