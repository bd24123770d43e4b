import { useInvalidate, useNotification } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ResourceDefinition } from '@contract/resource';
import { http } from '@/api/http';
import { ACCOUNT_KEY } from '@/api/account';
import type { Row, RowCommand } from '../resource-module';
import { useResourceLabels } from '@/components/resource-labels';

/** Sends `POST /api/<resource>/{id}/<command>` and invalidates the resource. Throws `ApiError`. */
export function useRowCommand(definition: ResourceDefinition) {
  const invalidate = useInvalidate();
  const client = useQueryClient();
  const { open: notify } = useNotification();
  const { t } = useTranslation();
  const labels = useResourceLabels(definition);
  return async (command: RowCommand, row: Row, values: Record<string, unknown>): Promise<void> => {
    await http.post(`/api/${definition.name}/${encodeURIComponent(row.id)}/${command.name}`, values);
    void invalidate({ resource: definition.name, invalidates: ['resourceAll'] });
    if (definition.quota) void client.invalidateQueries({ queryKey: ACCOUNT_KEY });
    notify?.({
      type: 'success',
      message: t(`${definition.name}.commands.${command.name}.done`, { name: labels.rowTitle(row) }),
    });
  };
}
