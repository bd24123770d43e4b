import type { ComponentType, ReactNode } from 'react';
import type { Field, Fields } from '@contract/fields';
import type { ResourceDefinition, Role } from '@contract/resource';
import type { Priority } from './list/column-fit';

/** A record as the API returns it. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: string; readonly row_version?: number };

export interface CellProps {
  readonly name: string;
  readonly field: Field;
  readonly value: unknown;
  readonly row: Row;
  readonly definition: ResourceDefinition;
}
export type Cell = ComponentType<CellProps>;

/** ARIA attributes that a form item passes to its control. */
export interface AriaProps {
  readonly 'aria-required'?: 'true';
  readonly 'aria-invalid'?: 'true';
  readonly 'aria-describedby'?: string;
}

/** Props for the focusable element. */
export interface ControlProps extends AriaProps {
  readonly id?: string;
  readonly disabled?: boolean;
  /** Validates the field. */
  readonly onBlur?: () => void;
}

export interface InputProps {
  readonly name: string;
  readonly field: Field;
  readonly definition: ResourceDefinition;
  /** JSON value of the API: days are text, money is in minor units. */
  readonly value?: unknown;
  readonly onChange?: (value: unknown) => void;
  readonly control: ControlProps;
}
export type Input = ComponentType<InputProps>;

/**
 * A command on a row: `POST /api/<resource>/{id}/<name>` with the values of `fields`, entered in a dialog. Texts:
 * `<resource>.commands.<name>.{label,title,text,done}`.
 */
export interface RowCommand {
  readonly name: string;
  readonly icon?: ComponentType;
  readonly when?: (row: Row) => boolean;
  readonly fields?: Fields;
  /** Initial values of the dialog; `today` is in the customer's time zone. */
  readonly initial?: (row: Row, today: string) => Record<string, unknown>;
  readonly danger?: boolean;
  /** Runs at once, without a dialog. */
  readonly direct?: boolean;
  /** Must be confirmed by typing the row's name. */
  readonly confirmByName?: boolean;
  /** Replaces the default dialog and runs the command itself. */
  readonly dialog?: ComponentType<{ row: Row; onClose: () => void }>;
  /** Content of the default dialog above the fields; submitting is disabled until it calls `known(true)`. */
  readonly shows?: ComponentType<{ row: Row; name: string; known: (isKnown: boolean) => void }>;
  /** Offered for a row that cannot be deleted because of its history; `archive` always is. Text: `…instead`. */
  readonly insteadOfDelete?: true;
  /** Instead of a request: navigates or downloads. Exceptions are shown as a toast. */
  readonly act?: (row: Row) => void | Promise<void>;
}

/** An action on the selected rows. Texts: `<resource>.bulk.<name>.{label,done}`. */
export interface BulkAction {
  readonly name: string;
  readonly icon?: ComponentType;
  readonly danger?: boolean;
  readonly run?: (ids: readonly string[]) => Promise<void>;
  /** Replaces `run`; `done` clears the selection. */
  readonly dialog?: ComponentType<{ ids: readonly string[]; onClose: (done: boolean) => void }>;
}

export interface ShowTab {
  readonly name: string;
  readonly labelKey: string;
  /** Defaults to every role that can read the row. */
  readonly roles?: readonly Role[];
  readonly render: (row: Row) => ReactNode;
}

/** A resource in the admin: its definition and its deviations from the defaults. `app/routes.tsx` lists the modules. */
export interface ResourceModule {
  readonly definition: ResourceDefinition;
  /** The field that the list is limited to; column choices of the full list are stored separately. */
  readonly narrowedTo?: string;
  readonly route: string;
  readonly labelKey: string;
  readonly icon: ComponentType;
  readonly cells?: Readonly<Record<string, Cell>>;
  /** Fields whose cell is a link; another cell opens the row then. */
  readonly links?: readonly string[];
  /** Column widths in px, if the default of the kind is too narrow. */
  readonly widths?: Readonly<Record<string, number>>;
  /** Column priorities that differ from the default (column-fit.ts). */
  readonly priorities?: Readonly<Record<string, Priority>>;
  readonly inputs?: Readonly<Record<string, Input>>;
  /** Shows a field in forms and details only if the predicate on the other values holds. */
  readonly visibleWhen?: Readonly<Record<string, (values: Readonly<Record<string, unknown>>) => boolean>>;
  /** A change may complete assignments or block them: the form asks after a dry run (change-effects.tsx). */
  readonly hasEffects?: true;
  readonly rowActions?: readonly RowCommand[];
  readonly bulkActions?: readonly BulkAction[];
  /** List address of referencing rows, by the name of their count in the error, if no field refers to the row. */
  readonly usedIn?: Readonly<Record<string, (row: Row) => string>>;
  readonly tabs?: readonly ShowTab[];
  /** The export has fixed columns and the default order. */
  readonly fixedExport?: true;
  /** Additional file formats in the export menu. Texts: `<resource>.files.<format>`. */
  readonly files?: { readonly address: string; readonly formats: readonly string[] };
  /** Import dialog, next to the create button. */
  readonly importer?: ComponentType<{ onClose: () => void }>;
  /** Page of a row for users who may change it, instead of the drawers. */
  readonly rowPage?: (row: Row) => string;
  /** Page that shows a row, instead of the drawer; editing still uses the drawer. */
  readonly showPage?: (id: string) => string;
  /** Shown above the list. */
  readonly intro?: ComponentType;
  /** Replaces the generated list. */
  readonly page?: ComponentType;
}
