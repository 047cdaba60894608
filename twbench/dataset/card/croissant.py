"""``croissant.json``: the dataset in the metadata format of MLCommons, version 1.0.

https://docs.mlcommons.org/croissant/docs/croissant-spec.html
"""

__all__ = ["croissant"]

import json
from typing import Any

import pyarrow as pa

from twbench.dataset.card.citation import citation
from twbench.dataset.files.index import DatasetIndex
from twbench.dataset.files.schema import MANIFEST

CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileProperty": "cr:fileProperty",
    "fileObject": "cr:fileObject",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}


def croissant(index: DatasetIndex) -> str:
    """Return the text of the Croissant file of a dataset."""
    data = {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": index.name,
        "description": index.description or "A dataset of text-based games.",
        "version": index.version,
        "identifier": f"sha256:{index.fingerprint}",
        **({"license": index.license} if index.license else {}),
        "citeAs": citation(index),
        "isLiveDataset": False,
        "distribution": [
            _file_object(name, digest)
            for name, digest in sorted(index.files.items())
            if name.endswith(".parquet")
        ],
        "recordSet": [
            _record_set(split, number, name)
            for split in index.splits
            for number, name in enumerate(index.shards(split))
        ],
    }
    return json.dumps(data, indent=2, ensure_ascii=True) + "\n"


def _file_object(name: str, digest: str) -> dict[str, Any]:
    return {
        "@type": "cr:FileObject",
        "@id": name,
        "name": name,
        "contentUrl": name,
        "encodingFormat": "application/x-parquet",
        "sha256": digest,
    }


def _record_set(split: str, number: int, file_name: str) -> dict[str, Any]:
    """Return the record set of one manifest file; large splits have several."""
    identifier = split if number == 0 else f"{split}-{number:05d}"
    return {
        "@type": "cr:RecordSet",
        "@id": identifier,
        "name": identifier,
        "description": f"The games of split {split}.",
        "key": {"@id": f"{identifier}/game_id"},
        "field": [_field(identifier, column, file_name) for column in MANIFEST],
    }


def _field(record_set: str, column: pa.Field, file_name: str) -> dict[str, Any]:
    """Return the description of a column; a list of records has a sub-field for each part."""
    identifier = f"{record_set}/{column.name}"
    source = {"fileObject": {"@id": file_name}, "extract": {"column": column.name}}
    field: dict[str, Any] = {"@type": "cr:Field", "@id": identifier, "name": identifier}
    if pa.types.is_list(column.type):
        field["repeated"] = True
        if pa.types.is_struct(column.type.value_type):
            field["subField"] = [
                {
                    "@type": "cr:Field",
                    "@id": f"{identifier}/{part.name}",
                    "name": f"{identifier}/{part.name}",
                    "dataType": _data_type(part.type),
                    "source": {**source, "transform": {"jsonPath": part.name}},
                }
                for part in column.type.value_type
            ]
            return field
    field["dataType"] = _data_type(column.type)
    field["source"] = source
    return field


def _data_type(kind: pa.DataType) -> str:
    if pa.types.is_boolean(kind):
        return "sc:Boolean"
    if pa.types.is_integer(kind):
        return "sc:Integer"
    return "sc:Text"
