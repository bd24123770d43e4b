import type { ComponentType, ReactNode } from 'react';
import type { Field, Fields } from '@contract/fields';
import type { ResourceDefinition, Role } from '@contract/resource';
import type { Priority } from './list/column-fit';

/** A record as the API answers it; what a kit part knows without knowing the resource. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: string; readonly row_version?: number };

export interface CellProps {
  readonly name: string;
  readonly field: Field;
  readonly value: unknown;
  readonly row: Row;
  readonly definition: ResourceDefinition;
}
export type Cell = ComponentType<CellProps>;

/** What a form item has its control say to screen readers: that it must be filled in, what helps, what is wrong. */
export interface Described {
  readonly 'aria-required'?: 'true';
  readonly 'aria-invalid'?: 'true';
  readonly 'aria-describedby'?: string;
}

/** For the element that takes the focus. */
export interface Control extends Described {
  readonly id?: string;
  readonly disabled?: boolean;
  /** What was typed is judged once it is left. */
  readonly onBlur?: () => void;
}

export interface InputProps {
  readonly name: string;
  readonly field: Field;
  readonly definition: ResourceDefinition;
  /** JSON as the API speaks it: days are text, money is minor units. */
  readonly value?: unknown;
  readonly onChange?: (value: unknown) => void;
  readonly control: Control;
}
export type Input = ComponentType<InputProps>;

/**
 * Something that is done to a row besides changing it: `POST /api/<resource>/{id}/<name>` with the values of `fields`,
 * asked for in a small dialog. Texts: `<resource>.commands.<name>.{label,title,text,done}`.
 */
export interface RowCommand {
  readonly name: string;
  readonly icon?: ComponentType;
  readonly when?: (row: Row) => boolean;
  readonly fields?: Fields;
  /** The values the dialog begins with; `today` is the organisation's. */
  readonly initial?: (row: Row, today: string) => Record<string, unknown>;
  readonly danger?: boolean;
  /** Done at once, without a dialog. */
  readonly direct?: boolean;
  /** What hurts: confirmed by typing the row's name. */
  readonly typed?: boolean;
  /** Asks and does it itself. Takes the place of the small dialog. */
  readonly dialog?: ComponentType<{ row: Row; onClose: () => void }>;
  /** What the small dialog shows of the row above the command's fields; until that is `known` nothing can be sent. */
  readonly shows?: ComponentType<{ row: Row; name: string; known: (isKnown: boolean) => void }>;
  /** What is right for a row that history keeps from being deleted; `archive` is without saying. Text: `…instead`. */
  readonly insteadOfDelete?: true;
  /** Nothing is changed: it leads somewhere, or fetches. What it throws is told. */
  readonly act?: (row: Row) => void | Promise<void>;
}

/** Something that is done to the selected rows. Texts: `<resource>.bulk.<name>.{label,done}`. */
export interface BulkAction {
  readonly name: string;
  readonly icon?: ComponentType;
  readonly danger?: boolean;
  readonly run?: (ids: readonly string[]) => Promise<void>;
  /** Asks first and does it itself; `done` ends the selection. Takes the place of `run`. */
  readonly dialog?: ComponentType<{ ids: readonly string[]; onClose: (done: boolean) => void }>;
}

export interface ShowTab {
  readonly name: string;
  readonly labelKey: string;
  /** Left out: everybody who sees the row. */
  readonly roles?: readonly Role[];
  readonly render: (row: Row) => ReactNode;
}

/** One resource in the admin: its definition and whatever it does differently. `app/routes.tsx` lists these once. */
export interface ResourceModule {
  readonly definition: ResourceDefinition;
  /** The field of which the list shows one value only: what somebody chooses there is not chosen for the whole list. */
  readonly narrowedTo?: string;
  readonly route: string;
  readonly labelKey: string;
  readonly icon: ComponentType;
  readonly cells?: Readonly<Record<string, Cell>>;
  /** Fields whose own cell is a link: another one opens the row. */
  readonly links?: readonly string[];
  /** Column widths in px where the kind's own would cut off what is usual here. */
  readonly widths?: Readonly<Record<string, number>>;
  /** Which columns stay where there is no room for all, when not as usual (column-fit.ts). */
  readonly priorities?: Readonly<Record<string, Priority>>;
  readonly inputs?: Readonly<Record<string, Input>>;
  /** Shows a field in forms and details only if the predicate on the other values holds. */
  readonly visibleWhen?: Readonly<Record<string, (values: Readonly<Record<string, unknown>>) => boolean>>;
  /** A change may complete assignments or strand them: the form tries it first, and asks (change-effects.tsx). */
  readonly hasEffects?: true;
  readonly rowActions?: readonly RowCommand[];
  readonly bulkActions?: readonly BulkAction[];
  /** Of what keeps a row from being deleted: where it is listed, when no field of it refers to the row. */
  readonly usedIn?: Readonly<Record<string, (row: Row) => string>>;
  readonly tabs?: readonly ShowTab[];
  /** The export is made by the server (`GET /api/exports/<name>` with the list's filters), not from the pages of the list. */
  readonly fixedExport?: true;
  /** Beside the tables of the export: files in forms of this resource's own. Texts: `<resource>.files.<format>`. */
  readonly files?: { readonly address: string; readonly formats: readonly string[] };
  /** Brings rows from a file; stands beside Create. */
  readonly importer?: ComponentType<{ onClose: () => void }>;
  /** Where a row opens for those who may change it, instead of the drawers: the address of its own page. */
  readonly rowPage?: (row: Row) => string;
  /** Where a row is looked at, instead of the drawer, by whoever may read it; it is changed in a drawer all the same. */
  readonly showPage?: (id: string) => string;
  /** Stands above the list. */
  readonly intro?: ComponentType;
  /** A page of its own instead of the generated list. */
  readonly page?: ComponentType;
}
