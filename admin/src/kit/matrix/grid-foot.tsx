/** Below a grid: which keys there are, and what the active cell means. */
export function GridFoot({ id, hint, announced }: { id: string; hint: string; announced: string }) {
  return (
    <div className="kit-matrix-foot">
      <span id={`${id}hint`} className="kit-faint">
        {hint}
      </span>
      <span className="kit-matrix-say" aria-live="polite">
        {announced}
      </span>
    </div>
  );
}
