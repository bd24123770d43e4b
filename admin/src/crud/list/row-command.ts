import { useInvalidate, useNotification } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ResourceDefinition } from '@contract/resource';
import { http } from '@/api/http';
import { ME_KEY } from '@/api/me';
import type { Row, RowCommand } from '../module';
import { useWords } from '@/components/words';

/** Runs `POST /api/<resource>/{id}/<command>` and refreshes what shows the resource. Throws `ApiError`. */
export function useRowCommand(definition: ResourceDefinition) {
  const invalidate = useInvalidate();
  const client = useQueryClient();
  const { open: notify } = useNotification();
  const { t } = useTranslation();
  const words = useWords(definition);
  return async (command: RowCommand, row: Row, values: Record<string, unknown>): Promise<void> => {
    await http.post(`/api/${definition.name}/${encodeURIComponent(row.id)}/${command.name}`, values);
    void invalidate({ resource: definition.name, invalidates: ['resourceAll'] });
    if (definition.quota) void client.invalidateQueries({ queryKey: ME_KEY });
    notify?.({
      type: 'success',
      message: t(`${definition.name}.commands.${command.name}.done`, { name: words.rowTitle(row) }),
    });
  };
}
