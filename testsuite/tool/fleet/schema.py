#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""usage: schema.py DASHBOARD.json >dashboard.ts

Print a dashboard of Grafana as a program in TypeScript that only compiles if it
has the types of @grafana/schema: the dashboard, and of each panel its options
and what is particular to its fields.

An enumeration of TypeScript does not accept the text that it stands for, hence
Loose.
"""
import json
import sys

with open(sys.argv[1], encoding='utf-8') as file:
    dashboard = json.load(file)
kinds = {'stat': ('stat', 'Stat'), 'timeseries': ('timeseries', 'TimeSeries'),
         'table': ('table', 'Table')}
print("""import type { Dashboard } from '@grafana/schema';
type Loose<T> = T extends string ? `${T}` : T extends (infer U)[] ? Loose<U>[] :
	T extends object ? { [K in keyof T]: Loose<T[K]> } : T;""")
for folder, name in kinds.values():
    print(f"import type * as {name} from '@grafana/schema/dist/esm/raw/composable/"
          f"{folder}/panelcfg/x/{name}PanelCfg_types.gen';")
print(f'export const dashboard: Loose<Dashboard> = {json.dumps(dashboard)};')
for panel in dashboard['panels']:
    name = kinds[panel['type']][1]
    number = panel['id']
    print(f"export const options{number}: Loose<Partial<{name}.Options>> = "
          f"{json.dumps(panel['options'])};")
    custom = panel['fieldConfig']['defaults'].get('custom')
    if custom:
        print(f'export const custom{number}: Loose<{name}.FieldConfig> = {json.dumps(custom)};')
