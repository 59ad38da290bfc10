#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""usage: layout.py FLEET PROM

Is the dashboard in the folder FLEET one that Grafana can show, and do it and
the rules only name metrics that are in the file PROM? Prints what is wrong.
"""
import itertools
import json
import re
import sys

fleet, prom = sys.argv[1:]
with open(f'{fleet}/dashboard.json', encoding='utf-8') as file:
    text = file.read()
dashboard = json.loads(text)
with open(prom, encoding='utf-8') as file:
    known = set(re.findall(r'^# TYPE (\w+)', file.read(), re.MULTILINE))


def require(good, problem):
    if not good:
        print(problem)


def metrics_of(expression):
    return set(re.findall(r'(?<![\w:])alloctag_\w+(?!:)', expression))


def overlap(a, b):
    return a['x'] < b['x'] + b['w'] and b['x'] < a['x'] + a['w'] and \
        a['y'] < b['y'] + b['h'] and b['y'] < a['y'] + a['h']


panels = dashboard['panels']
require(dashboard['title'] and re.fullmatch(r'[\w-]{1,40}', dashboard['uid']),
        'the dashboard: no title, or no uid')
require(isinstance(dashboard['schemaVersion'], int), 'the dashboard: schemaVersion')
require(len({panel['id'] for panel in panels}) == len(panels), 'panels: an id twice')
require(len({panel['title'] for panel in panels}) == len(panels), 'panels: a title twice')
variables = {variable['name'] for variable in dashboard['templating']['list']}
used = set(re.findall(r'\$\{?([a-z]\w*)', text)) - {'__all'}
require(used == variables, f'variables: {sorted(used)} are used, {sorted(variables)} are defined')
for panel in panels:
    name = panel['title']
    place = panel['gridPos']
    require(all(isinstance(place[key], int) and place[key] >= 0 for key in 'xywh') and
            place['w'] > 0 and place['h'] > 0 and place['x'] + place['w'] <= 24,
            f'{name}: gridPos {place}')
    require(panel['type'] in ('stat', 'timeseries', 'table'), f"{name}: {panel['type']}")
    require(panel['description'], f'{name}: no description')
    require(panel['fieldConfig']['defaults']['unit'] in
            ('bytes', 's', 'percentunit', 'ops', 'short'), f'{name}: unit')
    require(panel['targets'], f'{name}: no query')
    require(len({target['refId'] for target in panel['targets']}) == len(panel['targets']),
            f'{name}: a refId twice')
    for target in panel['targets']:
        require(target['instant'] != target['range'], f'{name}: instant and range')
        require(target['datasource'] == {'type': 'prometheus', 'uid': '${datasource}'},
                f"{name}: {target['datasource']}")
        metrics = metrics_of(target['expr'])
        require(metrics and metrics <= known, f'{name}: not exported: {metrics - known}')
for a, b in itertools.combinations(panels, 2):
    require(not overlap(a['gridPos'], b['gridPos']), f"{a['title']} overlaps {b['title']}")
for rules in ('alerts.yml', 'records.yml'):
    with open(f'{fleet}/{rules}', encoding='utf-8') as file:
        # Without comments, descriptions and the names of what is recorded.
        code = re.sub(r'#.*|record:.*|>-\n(?: {12}.*\n)*', '', file.read())
    metrics = metrics_of(code)
    require(len(metrics) >= 3 and metrics <= known,
            f'{rules}: not exported: {metrics - known}')
